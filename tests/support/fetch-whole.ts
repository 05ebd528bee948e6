/** What a server answered, to its last byte. */
export interface WholeAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/**
 * Fetches, and reads all of the answer, also where a test asks for its status alone: Node's fetch throws where nobody can catch it when a connection ends
 * that has a larger body left unread (undici, issue 5360).
 */
export async function fetchWhole(url: string, init?: RequestInit): Promise<WholeAnswer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}
