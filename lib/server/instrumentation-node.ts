import { logFailure } from "@/lib/api/envelope";
import { tracesAreSent } from "@/lib/platform/config/env";
import { diskFullOf } from "@/lib/platform/disk-space";
import { HubError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { requestScope } from "@/lib/platform/request-scope";
import { setTracing, tracing } from "@/lib/platform/tracing";
import { ownVersion } from "@/lib/runtime/data-directory";

/**
 * Starts tracing if the environment names a collector; otherwise loads nothing of OpenTelemetry. Safe to call
 * repeatedly.
 */
export async function startTracing(): Promise<void> {
  if (tracing() || !tracesAreSent()) return;
  const { startOpenTelemetry } = await import("./open-telemetry");
  setTracing(startOpenTelemetry(ownVersion()));
}

export async function stopTracing(): Promise<void> {
  await tracing()?.stop();
  setTracing(undefined);
}

/** True for a refused request, one whose caller went away, or an action with unreadable arguments. */
function isRequestAtFault(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const { status, statusCode = status } = err as Error & { status?: unknown; statusCode?: unknown };
  const refused = typeof statusCode === "number" && statusCode >= 400 && statusCode < 500;
  const gone = err.name === "AbortError" || err.name === "ResponseAborted" || err.message === "aborted";
  const scope = requestScope();
  return refused || gone || (scope?.operation === "action" && !scope.reached);
}

/** Logs a failed page, route or action. Next's own output is off, because it may contain what logs must not. */
export function logPageFailure(err: unknown): void {
  if (isRequestAtFault(err)) log.info({ reason: (err as Error).message }, "a request was refused");
  else {
    const known = diskFullOf(err) ?? err;
    if (known instanceof HubError) logFailure(known);
    else log.error({ err }, "a page, route or action failed");
  }
}
