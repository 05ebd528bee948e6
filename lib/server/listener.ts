import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { env } from "@/lib/config/env";
import { PEER_HEADER, trustPeerHeader } from "@/lib/http/client-ip";
import { errorResponse } from "@/lib/http/envelope";
import { handlePublicApi } from "@/lib/http/public-api";
import { checkRequest, MALFORMED, type Refusal } from "./check-request";
import { dropForwarded } from "./drop-forwarded";
import { limitDrain } from "./limit-drain";
import { limitParts } from "./limit-parts";
import { isPublicApi, nextCarries, originForm } from "./request-path";
import { answerUnreadableForms } from "./unreadable-form";

/** Answers what is not the public API: Next's request handler. */
export type PassOn = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A year, for this host alone: what stands on hosts below it is not the hub's to decide (RFC 6797). */
const HTTPS_ONLY = "max-age=31536000";

const inEnvelope = ({ message, status }: Refusal): Response =>
  errorResponse("bad_request", message, status, { "x-request-id": randomUUID() });

async function refuse(response: ServerResponse, refusal: Refusal): Promise<void> {
  const { status, message, allow, page, ends } = refusal;
  const answer = inEnvelope(refusal);
  const body = page ? Buffer.from(`${message}\n`) : Buffer.from(await answer.arrayBuffer());
  response.writeHead(status, {
    ...Object.fromEntries(answer.headers),
    ...(page && { "content-type": "text/plain; charset=utf-8" }),
    ...(allow && { allow }),
    ...(ends && { connection: "close" }),
    "content-length": body.length,
  });
  response.end(body);
}

/**
 * The listener of the self-hosted hub: refuses what no part of it takes, answers `/api/public` at once, without Next's routing, and passes
 * everything else on with the socket's IP in a header that no client can set. Both mounts of the API answer alike: what Next would not
 * hand to the API's routes as it came is answered here in either case.
 */
export function createListener(passOn: PassOn, { bodyWithinMs }: { bodyWithinMs?: number } = {}): RequestListener {
  trustPeerHeader();
  const answerPublicApi = getRequestListener(
    (request, bindings) => {
      const { incoming } = bindings as HttpBindings;
      return handlePublicApi(request, { peer: incoming.socket.remoteAddress, bodyWithinMs });
    },
    // The globals stay Node's, since Next checks its answers against them; bodies left unread are limited here.
    {
      hostname: "localhost",
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: () => inEnvelope(MALFORMED),
    },
  );
  return (request, response) => {
    const { url = "" } = request;
    if (env.HUB_BASE_URL.startsWith("https:")) response.setHeader("strict-transport-security", HTTPS_ONLY);
    const checked = checkRequest(request);
    if ("status" in checked) {
      limitDrain(request, response);
      void refuse(response, checked);
      return;
    }
    const { path } = checked;
    dropForwarded(request);
    if (isPublicApi(path) && (env.HUB_DIRECT_LISTENER || !nextCarries(request, path))) {
      limitDrain(request, response);
      void answerPublicApi(request, response);
      return;
    }
    request.url = originForm(url) ?? url;
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? "unknown";
    limitParts(request);
    answerUnreadableForms(request, response);
    void passOn(request, response);
  };
}
