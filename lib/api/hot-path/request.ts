import type { IncomingMessage } from "node:http";

export type Fields = Pick<Headers, "get">;

/** Receives a body's pieces, then one final call. Ignores later calls. */
export interface Taker {
  piece(bytes: Uint8Array): void;
  end(): void;
  fail(cause: unknown): void;
}

export interface Pieces {
  /** Called once. May pass some or all pieces before it returns. */
  tell(taker: Taker): void;
  /**
   * Counts body bytes in memory, for an authenticated or anonymous caller. False if the process holds too many.
   * Absent: nothing is counted.
   */
  hold?(bytes: number, isAnonymous?: boolean): boolean;
}

export type Body = Pieces | ReadableStream<Uint8Array> | null;

export interface HubRequest {
  method: string;
  target: string;
  headers: Fields;
  readonly body: Body;
}

export function requestOfWeb({ method, url, headers, body }: Request): HubRequest {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return { method, target: url.slice(start), headers, body };
}

/** The unmodified path; `new URL` would normalise it. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

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

const PLAIN_HOST = /^[\w.-]+(?::(?:\d{1,4}|[1-5]\d{4}))?$/;
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/;

/** The target as a URL; null if invalid, or with a backslash in its path, which some read as a slash. */
function targetOf(target: string, host: string): string | null {
  if (PLAIN_HOST.test(host) && PLAIN_TARGET.test(target) && !DOT_SEGMENT.test(target)) return target;
  if (target.split("?", 1)[0]?.includes("\\") || !URL.canParse(`http://${host}${target}`)) return null;
  const { hostname, pathname, search } = new URL(`http://${host}${target}`);
  return hostname === host.replace(/:\d*$/, "").toLowerCase() ? pathname + search : null;
}

/** Reads stream events, because the iterator makes several promises per piece. */
const piecesOf = (incoming: IncomingMessage, hold: Pieces["hold"]): Pieces => ({
  tell(taker) {
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

export const headersOf = ({ headers }: IncomingMessage): Fields => ({
  get(name) {
    const value = headers[name];
    return (Array.isArray(value) ? value.join(", ") : value) ?? null;
  },
});

/** A request of the direct mount, with lazily read parts. Null if malformed. */
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
