import type { IncomingMessage } from "node:http";
import { isFile, isPage, isPublicApi } from "./request-path";
import { hasReadableRouterState } from "./router-state";

/** Why a request goes no further, whichever mount it was meant for. */
export interface Refusal {
  status: 400 | 405;
  message: string;
  /** What may be asked instead, of a 405. */
  allow?: string;
  /** People read it. */
  page?: boolean;
  /** The connection ends with it: whoever relayed the request may not agree with the hub on where it ends. */
  ends?: boolean;
}

export const MALFORMED: Refusal = {
  status: 400,
  message: "The request line or the Host header is malformed.",
  ends: true,
};

/** A host as URLs have it, with or without a port (RFC 9110, 7.2); never empty, since an http URL without one is none (4.2.1). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d{0,5})?$/i;

/** Node drops the second `Host`, where a proxy before the hub may have gone by it; HTTP/1.0 alone may leave it out (RFC 9112, 3.2). */
function hasItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1] ?? "";
  }
  return host === undefined ? httpVersion === "1.0" : HOST.test(host);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The path that a request is for, or why it is refused before anything of the hub is asked: its line, its Host, what pages never answer. */
export function checkRequest(request: IncomingMessage, path: string | null): { path: string } | Refusal {
  const { method = "", url = "" } = request;
  if (!hasItsHost(request)) return MALFORMED;
  // It asks about the server as a whole, which offers nothing.
  if (url === "*" && method === "OPTIONS")
    return { status: 405, message: "OPTIONS * is not answered.", allow: "GET, HEAD, POST" };
  if (path === null) return MALFORMED;
  if (isPublicApi(path)) return { path };
  const allow = isFile(path) ? "GET, HEAD" : "GET, HEAD, POST";
  const page = isPage(path);
  if (!allow.split(", ").includes(method))
    return { status: 405, message: `${method} is not allowed here. Allowed: ${allow}.`, allow, page };
  if (!isReadable(path))
    return { status: 400, message: "This address has an escape (%) that means no character.", page };
  if (!hasReadableRouterState(request))
    return { status: 400, message: "The header Next-Router-State-Tree is malformed.", page };
  return { path };
}
