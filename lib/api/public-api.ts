import { type Operation, type OperationId, operations } from "@/lib/contract";
import { present } from "@/lib/platform/clock";
import { inRequestScope, type RequestScope, requestScope } from "@/lib/platform/request-scope";
import { inSpan, tracing } from "@/lib/platform/tracing";
import { hub } from "@/lib/runtime/hub";
import { clientIp } from "./client-ip";
import { answer, type Handler, type ProvingHandler } from "./endpoint";
import { refusal, refusalOf } from "./envelope";
import { handlers } from "./handlers";
import { type Answer, forMethod, toResponse } from "./hot-path/answer";
import { type HubRequest, pathOf, requestOfWeb } from "./hot-path/request";
import { everyMethod } from "./html-page";
import { answerMcp, mcpOperation, RESOURCE_METADATA_PATH } from "./mcp/endpoint";
import { newRequestScope, requestEnded } from "./observe-request";

interface ApiPath {
  template: string;
  byMethod: ReadonlyMap<string, Operation>;
  /** Value of `Allow`: the declared methods, and HEAD with GET. */
  allow: string;
}

function buildPaths(): ApiPath[] {
  const grouped = new Map<string, Operation[]>();
  for (const operation of [...Object.values<Operation>(operations), mcpOperation]) {
    grouped.set(operation.path, [...(grouped.get(operation.path) ?? []), operation]);
  }
  return [...grouped].map(([template, declared]) => {
    const methods = declared.flatMap(({ method, cors }) => [
      method,
      ...(method === "GET" ? ["HEAD"] : []),
      ...(cors ? ["OPTIONS"] : []),
    ]);
    return {
      template,
      byMethod: new Map(declared.map((operation) => [operation.method, operation])),
      allow: [...new Set(methods)].join(", "),
    };
  });
}

const paths = buildPaths();
const exact = new Map(paths.filter(({ template }) => !template.includes("{")).map((path) => [path.template, path]));
const templated = paths
  .filter(({ template }) => template.includes("{"))
  .map((path) => ({
    path,
    segments: path.template.split("/").map((text) => ({ text, name: text.startsWith("{") ? text.slice(1, -1) : null })),
  }));

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

type Segments = (typeof templated)[number]["segments"];

function paramsOf(segments: Segments, given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null;
  // Compares fixed words first, before allocating anything.
  for (let at = 0; at < given.length; at += 1) {
    const { text, name } = segments[at] as Segments[number];
    if (name === null ? given[at] !== text : given[at] === "") return null;
  }
  const params: Record<string, string> = {};
  for (let at = 0; at < given.length; at += 1) {
    const { name } = segments[at] as Segments[number];
    if (name !== null) params[name] = decoded(given[at] as string);
  }
  return params;
}

function matchPath(pathname: string): { path: ApiPath; params: Record<string, string> } | null {
  const path = exact.get(pathname);
  if (path) return { path, params: {} };
  const given = pathname.split("/");
  for (const { path, segments } of templated) {
    const params = paramsOf(segments, given);
    if (params) return { path, params };
  }
  return null;
}

/** Half of a concurrency slot's lease. */
const BODY_WITHIN_MS = 30_000;

interface MountFacts {
  peer?: string | null;
  bodyWithinMs?: number;
}

const preflight = (allow: string): Answer => ({
  status: 204,
  headers: { "access-control-allow-origin": "*", "access-control-allow-methods": allow, "cache-control": "no-store" },
  body: null,
});

function respond(request: HubRequest, scope: RequestScope, mount: MountFacts): Answer | Promise<Answer> {
  const { peer = null, bodyWithinMs = BODY_WITHIN_MS } = mount;
  const match = matchPath(pathOf(request.target));
  if (!match) return refusal("not_found", "There is no such endpoint.", 404);
  const { path, params } = match;
  const operation = path.byMethod.get(request.method === "HEAD" ? "GET" : request.method);
  if (!operation) {
    if (request.method === "OPTIONS" && path.allow.includes("OPTIONS")) return preflight(path.allow);
    const message = `${request.method} is not allowed here. Allowed: ${path.allow}.`;
    return refusal("bad_request", message, 405, { allow: path.allow });
  }
  scope.operation = operation.id;
  const isMcp = operation.id === mcpOperation.id;
  const handler = (isMcp ? answerMcp : handlers[operation.id as OperationId]) as unknown as
    | Handler<Operation>
    | ProvingHandler<Operation>;
  const answering = async (): Promise<Answer> => {
    const open = await hub();
    const facts = { hub: open, scope, now: present(), clientIp: clientIp(request.headers, peer), params, bodyWithinMs };
    const answered = await answer(operation, handler, request, facts);
    if (isMcp && answered.status === 401)
      answered.headers["www-authenticate"] += `, resource_metadata="${open.services.baseUrl}${RESOURCE_METADATA_PATH}"`;
    return answered;
  };
  if (!tracing()) return answering();
  const attributes = {
    "hub.operation": operation.id,
    "http.request.method": request.method,
    "http.route": operation.path,
    "hub.request_id": scope.id,
  };
  return inSpan({ name: operation.id, kind: "server", attributes, headers: request.headers }, async (note) => {
    const answered = await answering();
    note({ "http.response.status_code": answered.status, "hub.credential": scope.credential });
    return answered;
  });
}

/** Answers any request under `/api/public` and to `/mcp`, for both mounts. Never throws. */
export async function answerPublicApi(
  request: HubRequest,
  scope: RequestScope,
  mount: MountFacts = {},
): Promise<Answer> {
  let answered: Answer;
  try {
    answered = await respond(request, scope, mount);
  } catch (error) {
    answered = refusalOf(error);
  }
  answered.headers["x-request-id"] = scope.id;
  answered.headers["x-content-type-options"] = "nosniff";
  return forMethod(request.method, answered);
}

/** The same for Next's mount. Without the hub's listener, the request's scope begins and ends here. */
export async function handlePublicApi(given: Request, mount: MountFacts = {}): Promise<Response> {
  const request = requestOfWeb(given);
  const known = requestScope();
  if (known) return toResponse(await answerPublicApi(request, known, mount));
  const scope = newRequestScope(request.headers.get("x-request-id"), "unknown");
  const startedMs = performance.now();
  const answered = await inRequestScope(scope, () => answerPublicApi(request, scope, mount));
  const durationMs = performance.now() - startedMs;
  requestEnded(scope, { method: request.method, status: answered.status, durationMs, bytes: null });
  return toResponse(answered);
}

const servePublicApi = () => everyMethod((request) => handlePublicApi(request));

/**
 * A route file's exports for the operations of one path.
 * @throws if they aren't exactly those of one path
 */
export function route(...ids: OperationId[]): ReturnType<typeof everyMethod> {
  const path = operations[ids[0] as OperationId].path;
  const declared = Object.values<Operation>(operations).filter((operation) => operation.path === path);
  if (declared.map(({ id }) => id).join() !== ids.join())
    throw new Error(`${path} doesn't have exactly the operations ${ids}`);
  return servePublicApi();
}

/** Exports for MCP, and for all other paths: 404 in the contract's envelope. */
export const otherRoute = servePublicApi;
