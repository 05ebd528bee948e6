import { randomUUID } from "node:crypto";
import type { Histogram } from "prom-client";
import { CREDENTIAL_OF } from "@/lib/integrations";
import type { Actor } from "@/lib/platform/context";
import { log, logRequest } from "@/lib/platform/log";
import { metrics, type Tally } from "@/lib/platform/metrics";
import { withoutSecrets } from "@/lib/platform/redact";
import { requestLogging } from "@/lib/platform/request-logging";
import type { RequestScope } from "@/lib/platform/request-scope";

const REQUEST_ID = /^[A-Za-z0-9._~-]{1,128}$/;

export type RequestKind = "page" | "action" | "asset" | "sign-in" | "file" | "probe" | "unknown";

const isLoggable = (id: string): boolean => REQUEST_ID.test(id) && withoutSecrets(id) === id;

/** Scope of a new request, whose caller may have chosen its id. */
export const newRequestScope = (requestedId: string | null | undefined, kind: RequestKind): RequestScope => ({
  id: requestedId && isLoggable(requestedId) ? requestedId : randomUUID(),
  operation: kind,
  credential: "none",
  who: null,
});

/** Records the verified caller: the credential's kind, and an id shown in the hub's pages. */
export function recordCaller(scope: RequestScope | undefined, actor: Actor): void {
  if (!scope) return;
  scope.credential = actor.kind === "user" && actor.session?.kind === "browser" ? "browser" : CREDENTIAL_OF[actor.kind];
  if (actor.kind === "api-key") scope.who = actor.apiKeyId;
  else if (actor.kind === "tool") scope.who = actor.toolSlug;
  else if (actor.kind === "user" || actor.kind === "federation") scope.who = actor.session?.sid ?? actor.userId;
}

export interface EndedRequest {
  method: string;
  /** 499 if the caller disconnected before the response. */
  status: number;
  durationMs: number;
  bytes: number | null;
}

/** Cached because looking labels up is slow. */
const counters = new Map<string, Tally>();
const timers = new Map<string, Histogram.Internal<"operation">>();

function measure({ operation, credential }: RequestScope, { status, durationMs }: EndedRequest): void {
  const name = `${operation} ${status} ${credential}`;
  let counter = counters.get(name);
  if (!counter) {
    const { tally, requests } = metrics();
    counter = tally(requests, { operation, status: String(status), credential });
    counters.set(name, counter);
  }
  counter.inc();
  let timer = timers.get(operation);
  if (!timer) {
    timer = metrics().requestSeconds.labels(operation);
    timers.set(operation, timer);
  }
  timer.observe(durationMs / 1000);
}

/** Counts and logs a finished request: its kind, never its path, query or content. */
export function requestEnded(scope: RequestScope, ended: EndedRequest): void {
  measure(scope, ended);
  const { method, status, durationMs, bytes } = ended;
  const failed = status >= 500;
  const level = failed ? "warn" : "info";
  if (!log.isLevelEnabled(level) || !requestLogging().takes(scope.operation, failed)) return;
  logRequest(level, {
    requestId: scope.id,
    method,
    operation: scope.operation,
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    credential: scope.credential,
    who: scope.who ?? undefined,
    bytes: bytes ?? undefined,
  });
}
