import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/kernel/log";

/** What closes in that time is closed. */
const CLOSE_WITHIN_MS = 5_000;

/**
 * Answers for errors that nothing else answered for, whatever libraries have listeners of their own.
 *
 * An error thrown where nobody could catch it leaves its caller halfway through something, so that nothing of the process can be trusted any more:
 * it is logged, `close` gets five seconds, and the process ends with 1 for whoever runs it to start anew. A promise that was rejected while nobody looked
 * broke off by itself, and whoever needed it will hear: it is logged and counted, and the process goes on.
 */
export function onUnhandledError(close: () => Promise<void>): void {
  let rejections = 0;
  let ending = false;
  process.on("unhandledRejection", (err) => {
    rejections += 1;
    log.error({ err, rejections }, "unhandled promise rejection; the process goes on");
  });
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "the process ends after an error that nothing caught");
    if (ending) return;
    ending = true;
    void Promise.race([close().catch(() => {}), delay(CLOSE_WITHIN_MS)]).then(() => process.exit(1));
  });
}
