import { eventLoopLagMs } from "@/lib/platform/event-loop";
import { hub } from "@/lib/runtime/hub";
import { unreadiness } from "@/lib/runtime/readiness";
import { refusal } from "./envelope";
import { type Answer, asAskedFor, jsonAnswer, toResponse } from "./hot-path/answer";
import { type HubRequest, queryOf, requestOfWeb } from "./hot-path/request";

const RETRY_AFTER_SECONDS = 5;
/** More names than there are, and far less than a URL holds. */
const LONGEST_QUERY = 200;

const notReady = (failing: readonly string[]): Answer =>
  jsonAnswer(503, { ready: false, failing }, { "retry-after": String(RETRY_AFTER_SECONDS) });

/** That this process lives, and how busy it is: nothing outside of it is asked, so that no outage elsewhere has it restarted. */
const health = (): Answer => jsonAnswer(200, { status: "ok", event_loop_lag_ms: eventLoopLagMs() });

/** The names that the query's `exclude` lists, once or several times, as Kubernetes' `/readyz` takes them. */
function excluded(target: string): string[] {
  const read = target.slice(0, Math.max(0, target.indexOf("?")) + 1 + LONGEST_QUERY);
  return queryOf(read)
    .getAll("exclude")
    .flatMap((names) => names.split(","));
}

/** Whether this process does all that it is for; 503 with the names of what it does not, and nothing else about it. */
async function readiness(request: HubRequest): Promise<Answer> {
  // A configuration that cannot be read, or a database driver that cannot be loaded: there is no hub to ask.
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

/** What is said before there is a hub. */
export const probeWhileStarting = (path: string): Answer =>
  path === "/api/health" ? health() : notReady(["starting"]);

/** Answers a probe of whoever runs the hub, by its path: no credential, no limit, nothing that a cache may keep. */
export async function answerProbe(request: HubRequest, path: string): Promise<Answer> {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD")
    return refusal("bad_request", "Only GET and HEAD are allowed here.", 405, { allow: "GET, HEAD" });
  const answered = await PROBES.get(path)?.(request);
  return asAskedFor(method, answered ?? refusal("not_found", "There is no such endpoint.", 404));
}

/** The same as Next's mount has it. */
export const handleProbe = async (request: Request, path: string): Promise<Response> =>
  toResponse(await answerProbe(requestOfWeb(request), path));
