/** Fields of a request by their names, in whatever way a mount has them. */
export type Fields = Pick<Headers, "get">;

/** What is read of a body, in pieces as they come. */
export type Body = AsyncIterable<Uint8Array> | null;

/** What the hub reads of a request; each mount makes it of what it was given. */
export interface HubRequest {
  method: string;
  /** Its path and query. */
  target: string;
  headers: Fields;
  readonly body: Body;
}

/** A request as Next's mount has it. */
export function requestOfWeb({ method, url, headers, body }: Request): HubRequest {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return { method, target: url.slice(start), headers, body: body as Body };
}

/** The path of a target, to the letter: `new URL` would tidy it. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** The query of a target; empty where there is none. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
}
