/** Message from the provider's window to the page that waits for re-authentication. */
export type ReauthResult = { error: string | null };

const NAME = "hub-proof";

/** Notifies this browser's pages how re-authentication at a provider ended. */
export function announceReauth(result: ReauthResult): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(result);
  channel.close();
}

/** Listens for the result of re-authentication at a provider. Returns a function that stops listening. */
export function onReauth(listener: (result: ReauthResult) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<ReauthResult>) => listener(data);
  return () => channel.close();
}
