import { randomUUID } from "node:crypto";
import type { Operation, OperationId } from "@/lib/contract";
import { hub } from "@/lib/hub/hub";
import { clientIp } from "./client-ip";
import { answer, type Handler } from "./endpoint";
import { errorResponse, toErrorResponse } from "./envelope";
import { handlers } from "./handlers";
import { isDeclared, matchPath } from "./router";

/** Half of a concurrency slot's lease. */
const BODY_WITHIN_MS = 30_000;

/** What the mount knows of a request beside itself. */
interface MountFacts {
  /** IP address of the socket's other end. */
  peer?: string | null;
  bodyWithinMs?: number;
}

const REQUEST_ID = /^[A-Za-z0-9._~-]{1,128}$/;

function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Path of a request's URL, to the letter: `new URL` would tidy it. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** The answer to a CORS preflight of the two docs endpoints. */
function preflight(allow: string): Response {
  return new Response(null, {
    status: 204,
    headers: { "access-control-allow-origin": "*", "access-control-allow-methods": allow, "cache-control": "no-store" },
  });
}

async function respond(request: Request, requestId: string, mount: MountFacts): Promise<Response> {
  const { peer = null, bodyWithinMs = BODY_WITHIN_MS } = mount;
  const match = matchPath(pathOf(request.url));
  if (!match) return errorResponse("not_found", "There is no such endpoint.", 404);
  const { path, params } = match;
  const operation = path.byMethod.get(request.method === "HEAD" ? "GET" : request.method);
  if (!operation) {
    if (request.method === "OPTIONS" && path.allow.includes("OPTIONS")) return preflight(path.allow);
    const message = `${request.method} is not allowed here. Allowed: ${path.allow}.`;
    return errorResponse("bad_request", message, 405, { allow: path.allow });
  }
  const facts = {
    hub: await hub(),
    now: new Date(),
    clientIp: clientIp(request.headers, peer),
    requestId,
    params,
    bodyWithinMs,
  };
  return answer(operation, handlers[operation.id as OperationId] as unknown as Handler<Operation>, request, facts);
}

/** Answers any request under `/api/public`: the one function behind both mounts. Never throws. */
export async function handlePublicApi(request: Request, mount: MountFacts = {}): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  const response = await respond(request, requestId, mount).catch((error) => toErrorResponse(error, requestId));
  response.headers.set("x-request-id", requestId);
  response.headers.set("x-content-type-options", "nosniff");
  if (request.method !== "HEAD") return response;
  return new Response(null, { status: response.status, headers: response.headers });
}

type RouteHandler = (request: Request) => Promise<Response>;

/** The exports of a Next route file for one path of the contract (or for whatever is none). @throws at load for an undeclared path */
export function route(
  template: string | null,
): Record<"GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", RouteHandler> {
  if (template !== null && !isDeclared(template)) throw new Error(`${template} is not in the contract`);
  const handle: RouteHandler = (request) => handlePublicApi(request);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
