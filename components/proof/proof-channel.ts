/** Message from the provider's window to the page that waits for re-authentication. */
export type ProofNews = { error: string | null };

const NAME = "hub-proof";

/** Notifies this browser's pages how re-authentication at a provider ended. */
export function tellProof(news: ProofNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Listens for the result of re-authentication at a provider. Returns a function that stops listening. */
export function hearProofs(hear: (news: ProofNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<ProofNews>) => hear(data);
  return () => channel.close();
}
