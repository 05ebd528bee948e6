import type { IncomingMessage } from "node:http";
import type { Fields, HubRequest, Pieces } from "@/lib/api/hub-request";
import { originForm } from "./request-path";

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
