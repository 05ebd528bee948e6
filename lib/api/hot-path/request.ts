import type { IncomingMessage } from "node:http";

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

/** The target without scheme and host, which proxies write and Next would redirect to. */
export function originForm(target: string): string | null {
  if (target.startsWith("/")) return target;
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? "";
  const rest = target.slice(origin.length);
  if (origin === "") return null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** A host and a target that a URL has as they are. */
const PLAIN_HOST = /^[\w.-]+(?::(?:\d{1,4}|[1-5]\d{4}))?$/;
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/;

/** The target as a URL has it; null where it is none, or where some read a backslash in its path as a slash. */
function targetOf(target: string, host: string): string | null {
  if (PLAIN_HOST.test(host) && PLAIN_TARGET.test(target) && !DOT_SEGMENT.test(target)) return target;
  if (target.split("?", 1)[0]?.includes("\\") || !URL.canParse(`http://${host}${target}`)) return null;
  const { hostname, pathname, search } = new URL(`http://${host}${target}`);
  return hostname === host.replace(/:\d*$/, "").toLowerCase() ? pathname + search : null;
}

/** A body by the events of its stream: its iterator makes some promises for each piece. */
const piecesOf = (incoming: IncomingMessage, hold: Pieces["hold"]): Pieces => ({
  tell(taker) {
    // What has closed says nothing more.
    if (incoming.readableEnded) taker.end();
    else if (incoming.destroyed) taker.fail(incoming.errored);
    else if (incoming.complete && incoming.readableLength > 0) {
      taker.piece(incoming.read());
      taker.end();
    } else {
      incoming
        .on("data", (bytes) => taker.piece(bytes))
        .on("end", () => taker.end())
        .on("error", (error) => taker.fail(error))
        .on("close", () => taker.fail(incoming.errored));
    }
  },
  hold,
});

/** The fields of a request's head. */
export const headersOf = ({ headers }: IncomingMessage): Fields => ({
  get(name) {
    const value = headers[name];
    return (Array.isArray(value) ? value.join(", ") : value) ?? null;
  },
});

/** A request as the direct mount has it: nothing is made of it that is not asked for. Null where it is malformed. */
export function requestOfNode(incoming: IncomingMessage, hold?: Pieces["hold"]): HubRequest | null {
  const { method = "", url = "", headers } = incoming;
  const target = targetOf(originForm(url) ?? "", headers.host ?? "localhost");
  if (target === null) return null;
  return {
    method,
    target,
    headers: headersOf(incoming),
    body: method === "GET" || method === "HEAD" ? null : piecesOf(incoming, hold),
  };
}
