import { eventLoopLagMs } from "@/lib/platform/event-loop";
import { hub } from "@/lib/runtime/hub";
import { unreadiness } from "@/lib/runtime/readiness";
import { refusal } from "./envelope";
import { type Answer, forMethod, jsonAnswer, toResponse } from "./hot-path/answer";
import { type HubRequest, queryOf, requestOfWeb } from "./hot-path/request";

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
