import { explainError } from "@/lib/kernel/describe-error";

/** One press of Ctrl-C arrives more than once: from the terminal, from npm, and from the starting script. */
const SAME_PRESS_MS = 1_000;

/**
 * Calls `stop` at the first SIGINT, SIGTERM, or end of the process that started this one, and then exits: with 0 once
 * `stop` is through, or at once with 130 at a second press.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let firstMs: number | undefined;
  const handle = () => {
    if (firstMs !== undefined) {
      if (performance.now() - firstMs > SAME_PRESS_MS) process.exit(130);
      return;
    }
    firstMs = performance.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explainError(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", handle).on("SIGTERM", handle);
  if (process.channel) {
    process.on("disconnect", handle);
    process.channel.unref();
  }
}
