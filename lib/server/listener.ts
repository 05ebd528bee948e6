import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { env } from "@/lib/config/env";
import { PEER_HEADER, trustPeerHeader } from "@/lib/http/client-ip";
import { errorResponse } from "@/lib/http/envelope";
import { handlePublicApi } from "@/lib/http/public-api";
import { limitDrain } from "./limit-drain";

/** Answers what is not the public API: Next's request handler. */
export type PassOn = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const API = "/api/public";

/** Path of a request target in origin or absolute form (RFC 9112, 3.2), to the letter. */
function pathOf(target: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? "";
  return target.slice(origin.length).split(/[?#]/, 1)[0] ?? "";
}

const isPublicApi = (path: string): boolean => path === API || path.startsWith(`${API}/`);

function malformed(): Response {
  const message = "The request line or the Host header is malformed.";
  return errorResponse("bad_request", message, 400, { "x-request-id": randomUUID() });
}

/** A year, for this host alone: what stands on hosts below it is not the hub's to decide (RFC 6797). */
const HTTPS_ONLY = "max-age=31536000";

/** Node drops the second `Host`, where a proxy before the hub may have gone by it (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (name: string, index: number) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === "host";
  return rawHeaders.filter(isHost).length > 1;
}

/** The connection ends with it: whoever relayed it may not agree with the hub on where it ends. */
async function refuseMalformed(response: ServerResponse): Promise<void> {
  const answer = malformed();
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = { ...Object.fromEntries(answer.headers), "content-length": body.length, connection: "close" };
  response.writeHead(answer.status, headers).end(body);
}

/** Next makes a web `Request` of every request, which must not have this method (Fetch, "forbidden method"). */
function refuseTrace(response: ServerResponse): void {
  response.writeHead(405, { allow: "GET, HEAD, POST", "content-length": 0 }).end();
}

/**
 * The listener of the self-hosted hub: answers `/api/public` at once, without Next's routing, and passes everything else on
 * with the socket's IP in a header that no client can set. Both mounts of the API answer alike.
 */
export function createListener(passOn: PassOn, { bodyWithinMs }: { bodyWithinMs?: number } = {}): RequestListener {
  trustPeerHeader();
  const answerPublicApi = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings;
      return handlePublicApi(request, { peer: incoming.socket.remoteAddress, bodyWithinMs });
    },
    // The globals stay Node's, since Next checks its answers against them; bodies left unread are limited here.
    { hostname: "localhost", overrideGlobalObjects: false, autoCleanupIncoming: false, errorHandler: malformed },
  );
  return (request, response) => {
    if (env.HUB_BASE_URL.startsWith("https:")) response.setHeader("strict-transport-security", HTTPS_ONLY);
    if (hasSeveralHosts(request)) {
      void refuseMalformed(response);
      return;
    }
    if (env.HUB_DIRECT_LISTENER && isPublicApi(pathOf(request.url ?? ""))) {
      limitDrain(request, response);
      void answerPublicApi(request, response);
      return;
    }
    if (request.method === "TRACE") {
      refuseTrace(response);
      return;
    }
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "unknown";
    void passOn(request, response);
  };
}
