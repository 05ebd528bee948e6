/** Fields of a request by their names, in whatever way a mount has them. */
export type Fields = Pick<Headers, "get">;

/** Whoever reads a body: told of each piece as it comes, and then once of one of the others. What is told after that counts for nothing. */
export interface Taker {
  piece(bytes: Uint8Array): void;
  end(): void;
  /** The rest will not come. */
  fail(cause: unknown): void;
}

/** A body that comes in pieces. */
export interface Pieces {
  /** Called once. Some or all of it may be told before this returns. */
  tell(taker: Taker): void;
  /** Counts bytes that are kept of it, for an authenticated caller or an anonymous one. False where the process keeps too many already; without this, none are counted. */
  hold?(bytes: number, isAnonymous?: boolean): boolean;
}

export type Body = Pieces | ReadableStream<Uint8Array> | null;

/** What the hub reads of a request; each mount makes it of what it was given. */
export interface HubRequest {
  method: string;
  target: string;
  headers: Fields;
  readonly body: Body;
}

/** A request as Next's mount has it. */
export function requestOfWeb({ method, url, headers, body }: Request): HubRequest {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return { method, target: url.slice(start), headers, body };
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
