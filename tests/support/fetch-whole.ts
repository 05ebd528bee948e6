export interface WholeAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/**
 * Fetches and reads the whole response, even if a test needs only its status. If a connection closes with a large
 * unread body, Node's fetch throws an uncatchable error (undici issue 5360).
 */
export async function fetchWhole(url: string, init?: RequestInit): Promise<WholeAnswer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
