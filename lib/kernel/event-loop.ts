import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;
const WINDOW_MS = 10_000;
const NS_PER_MS = 1e6;

interface Lag {
  histogram: IntervalHistogram;
  /** Of the window before this one, so that a look right after its end still sees something. */
  formerMs: number;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubEventLoopLag?: Lag };

function start(): Lag {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const lag: Lag = { histogram, formerMs: 0 };
  setInterval(() => {
    lag.formerMs = worstOf(histogram);
    histogram.reset();
  }, WINDOW_MS).unref();
  return lag;
}

/** The timer's own period is no lag. */
const worstOf = ({ max }: IntervalHistogram): number => Math.max(0, max / NS_PER_MS - RESOLUTION_MS);

/** How long at most this process was too busy to look at what arrived, in whole milliseconds, over the last ten to twenty seconds. Measured from the first call on. */
export function eventLoopLagMs(): number {
  holder.hubEventLoopLag ??= start();
  const { histogram, formerMs } = holder.hubEventLoopLag;
  return Math.round(Math.max(formerMs, worstOf(histogram)));
}
