import { sendsDeliveries } from "@/lib/config/env";
import { hub } from "@/lib/hub/hub";
import { stopping } from "@/lib/hub/stopping";
import { ticksOf } from "@/lib/hub/tick";
import { startTickLoop } from "@/lib/hub/tick-loop";
import { log } from "@/lib/kernel/log";
import { requestScope } from "@/lib/kernel/request-scope";
import { startTracing } from "./tracing";

/** Makes a server that Next runs by itself send deliveries once a minute. On Vercel the cron of `vercel.json` does. */
export async function start(): Promise<void> {
  await startTracing();
  // A hub that was stopped while this was loading is not opened again.
  if (stopping().aborted || !sendsDeliveries()) return;
  startTickLoop(...ticksOf(hub));
  // A hub that does not open is in the log by its ticks.
  void hub().then(
    ({ wakeUps }) => wakeUps.listen(),
    () => {},
  );
}

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
  else log.error({ err }, "a page, route or action failed");
}
