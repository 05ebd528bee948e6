import { logFailure } from "@/lib/api/envelope";
import { noRoomOf } from "@/lib/platform/disk-space";
import { HubError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { requestScope } from "@/lib/platform/request-scope";

export { startTracing } from "./tracing";

/** Whether the request was at fault: it was refused, its caller went away, or an action's arguments could not be read, so that none began. */
function isRequestAtFault(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const { status, statusCode = status } = err as Error & { status?: unknown; statusCode?: unknown };
  const refused = typeof statusCode === "number" && statusCode >= 400 && statusCode < 500;
  const gone = err.name === "AbortError" || err.name === "ResponseAborted" || err.message === "aborted";
  const scope = requestScope();
  return refused || gone || (scope?.operation === "action" && !scope.reached);
}

/** A page, route or action that failed. Next is told to be quiet, since it would print more than the log may hold: without this line nobody learned why. */
export function noteFailure(err: unknown): void {
  if (isRequestAtFault(err)) log.info({ reason: (err as Error).message }, "a request was refused");
  else {
    const known = noRoomOf(err) ?? err;
    if (known instanceof HubError) logFailure(known);
    else log.error({ err }, "a page, route or action failed");
  }
}
