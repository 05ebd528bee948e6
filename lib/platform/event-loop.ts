const PERIOD_MS = 20;
const WINDOW_MS = 10_000;

interface Watch {
  /** When the next look is due. */
  dueMs: number;
  stalledMs: number;
  windowEndsMs: number;
  worstMs: number;
  /** Of the window before this one, so that a look right after its end still sees something. */
  formerMs: number;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
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

/** How long at most this process was too busy to look at what arrived, in whole milliseconds, over the last ten to twenty seconds. Measured from the first call on. */
export function eventLoopLagMs(): number {
  const watch = watched();
  return Math.round(Math.max(watch.formerMs, watch.worstMs, latenessOf(watch)));
}

/** For how many milliseconds in all this process was too busy to look at what arrived. What an answer took beyond the growth of this is the other side's. */
export function stalledMs(): number {
  const watch = watched();
  return watch.stalledMs + latenessOf(watch);
}
