import { sendsDeliveries } from "@/lib/config/env";
import { hub } from "@/lib/hub/hub";
import { stopping } from "@/lib/hub/stopping";
import { ticksOf } from "@/lib/hub/tick";
import { startTickLoop } from "@/lib/hub/tick-loop";
import { log } from "@/lib/kernel/log";
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

/** A page, route or action that failed. Next is told to be quiet, since it would print more than the log may hold: without this line nobody learned why. */
export const noteFailure = (err: unknown): void => log.error({ err }, "a page, route or action failed");
