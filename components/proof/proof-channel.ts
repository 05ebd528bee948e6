/** How the window that proved at a provider tells the page that waits for it. */
export type ProofNews = { error: string | null };

const NAME = "hub-proof";

/** Tells the pages of this browser how a proof at a provider ended. */
export function tellProof(news: ProofNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Hears how proofs at a provider end, until what it gives is called. */
export function hearProofs(hear: (news: ProofNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<ProofNews>) => hear(data);
  return () => channel.close();
}
