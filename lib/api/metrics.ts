import { env } from "@/lib/platform/config/env";
import { NotFound, Unauthorized } from "@/lib/platform/errors";
import { contextOf, hub } from "@/lib/runtime/hub";
import { exposition } from "@/lib/runtime/measure";
import { bearerToken, matchesSecret } from "./authenticate";
import { countFailedCredential } from "./budget";
import { clientIp } from "./client-ip";
import { refusal, refusalOf } from "./envelope";
import { type Answer, forMethod, toResponse } from "./hot-path/answer";
import { type Fields, type HubRequest, requestOfWeb } from "./hot-path/request";

export const METRICS_PATH = "/metrics";

const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

async function requireToken(headers: Fields, tokens: readonly string[], peer?: string | null): Promise<void> {
  const token = bearerToken(headers);
  if (matchesSecret(token, tokens)) return;
  const ip = clientIp(headers, peer);
  await countFailedCredential(contextOf(await hub(), { actor: { kind: "anonymous" }, now: new Date(), clientIp: ip }));
  throw new Unauthorized();
}

async function respond(request: HubRequest, { open, peer }: MetricsMount): Promise<Answer> {
  const { METRICS_TOKEN: tokens } = env;
  if (tokens) await requireToken(request.headers, tokens, peer);
  else if (!open) throw new NotFound("There is no such endpoint.");
  const headers = { "content-type": TEXT_FORMAT, "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return { status: 200, headers, body: await exposition(await hub()) };
}

interface MetricsMount {
  /** True on a separate port, whose network protects it; elsewhere a token is needed. */
  open: boolean;
  peer?: string | null;
}

export async function answerMetrics(request: HubRequest, mount: MetricsMount): Promise<Answer> {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return refusal("bad_request", "Only GET and HEAD are allowed here.", 405, { allow: "GET, HEAD" });
  return forMethod(method, await respond(request, mount).catch(refusalOf));
}

export const handleMetrics = async (request: Request, mount: MetricsMount): Promise<Response> =>
  toResponse(await answerMetrics(requestOfWeb(request), mount));
