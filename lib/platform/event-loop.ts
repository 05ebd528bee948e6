const PERIOD_MS = 20;
const WINDOW_MS = 10_000;

interface Watch {
  dueMs: number;
  stalledMs: number;
  windowEndsMs: number;
  worstMs: number;
  /** Worst of the previous window, so that a reading right after a switch isn't empty. */
  formerMs: number;
}

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubEventLoop?: Watch };

const latenessOf = ({ dueMs }: Watch): number => Math.max(0, performance.now() - dueMs);

function look(watch: Watch): void {
  const [nowMs, lateMs] = [performance.now(), latenessOf(watch)];
  if (nowMs >= watch.windowEndsMs)
    Object.assign(watch, { formerMs: watch.worstMs, worstMs: 0, windowEndsMs: nowMs + WINDOW_MS });
  watch.worstMs = Math.max(watch.worstMs, lateMs);
  watch.stalledMs += lateMs;
  watch.dueMs = nowMs + PERIOD_MS;
}

function watched(): Watch {
  if (!holder.hubEventLoop) {
    const nowMs = performance.now();
    const watch = {
      dueMs: nowMs + PERIOD_MS,
      stalledMs: 0,
      windowEndsMs: nowMs + WINDOW_MS,
      worstMs: 0,
      formerMs: 0,
    };
    setInterval(look, PERIOD_MS, watch).unref();
    holder.hubEventLoop = watch;
  }
  return holder.hubEventLoop;
}

/** Longest delay in the last 10 to 20 seconds, in whole milliseconds, from the first call on. */
export function eventLoopLagMs(): number {
  const watch = watched();
  return Math.round(Math.max(watch.formerMs, watch.worstMs, latenessOf(watch)));
}

/** Total delay so far, in milliseconds. Its growth during a wait isn't the other side's time. */
export function stalledMs(): number {
  const watch = watched();
  return watch.stalledMs + latenessOf(watch);
}
