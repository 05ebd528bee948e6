import { env } from "@/lib/platform/config/env";
import { NotFound, Unauthorized } from "@/lib/platform/errors";
import { eventLoopLagMs } from "@/lib/platform/event-loop";
import { contextOf, hub } from "@/lib/runtime/hub";
import { exposition, unreadiness } from "@/lib/runtime/readiness";
import { bearerToken, matchesSecret } from "./authenticate";
import { countFailedCredential } from "./budget";
import { clientIp } from "./client-ip";
import { refusal, refusalOf } from "./envelope";
import { type Answer, forMethod, jsonAnswer, toResponse } from "./hot-path/answer";
import { type Fields, type HubRequest, queryOf, requestOfWeb } from "./hot-path/request";

const RETRY_AFTER_SECONDS = 5;
const LONGEST_QUERY = 200;

const notReady = (failing: readonly string[]): Answer =>
  jsonAnswer(503, { ready: false, failing }, { "retry-after": String(RETRY_AFTER_SECONDS) });

/** Liveness and load of this process. Checks nothing outside it, so an outage elsewhere doesn't cause restarts. */
const health = (): Answer => jsonAnswer(200, { status: "ok", event_loop_lag_ms: eventLoopLagMs() });

function excluded(target: string): string[] {
  const read = target.slice(0, Math.max(0, target.indexOf("?")) + 1 + LONGEST_QUERY);
  return queryOf(read)
    .getAll("exclude")
    .flatMap((names) => names.split(","));
}

/** 503 with the names of failing checks and nothing else. */
async function readiness(request: HubRequest): Promise<Answer> {
  // An unreadable configuration or missing driver: there is no hub to check.
  const failing = await hub().then(
    (ready) => unreadiness(ready, { besides: excluded(request.target) }),
    () => ["configuration"],
  );
  return failing.length === 0 ? jsonAnswer(200, { ready: true, failing }) : notReady(failing);
}

const PROBES = new Map<string, (request: HubRequest) => Answer | Promise<Answer>>([
  ["/api/health", health],
  ["/api/ready", readiness],
]);

export const isProbe = (path: string): boolean => PROBES.has(path);

export const probeWhileStarting = (path: string): Answer =>
  path === "/api/health" ? health() : notReady(["starting"]);

export async function answerProbe(request: HubRequest, path: string): Promise<Answer> {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return refusal("bad_request", "Only GET and HEAD are allowed here.", 405, { allow: "GET, HEAD" });
  const answered = await PROBES.get(path)?.(request);
  return forMethod(method, answered ?? refusal("not_found", "There is no such endpoint.", 404));
}

export const handleProbe = async (request: Request, path: string): Promise<Response> =>
  toResponse(await answerProbe(requestOfWeb(request), path));

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
