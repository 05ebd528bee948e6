interface Throttled {
  /** Runs now, or once after the interval if it ran recently. */
  call(): void;
  /** Runs at once if a run is waiting. */
  flush(): void;
}

/** Runs work immediately, but at most once per interval. */
export function throttle(ms: number, work: () => void): Throttled {
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  const flush = () => {
    if (!isWaiting) return;
    isWaiting = false;
    work();
  };
  const endInterval = () => {
    timer = undefined;
    if (isWaiting) call();
  };
  const call = () => {
    isWaiting = true;
    if (timer) return;
    timer = setTimeout(endInterval, ms).unref();
    flush();
  };
  return { call, flush };
}

const BASE_DELAY_MS = 60_000;
const MAX_DELAY_MS = 8 * 60 * 60_000;
const JITTER = 0.2;

interface BackoffInput {
  /** From 1. */
  attempt: number;
  /** Uniform in [0, 1). */
  random: () => number;
  retryAfterSeconds: number | null;
}

/**
 * Whole milliseconds until the next attempt: 60 s × 2^(attempt - 1), ±20 %, at most 8 h. `Retry-After` can delay it
 * to twice that, but never shorten it (docs/decisions/integrations.md, Webhooks).
 */
export function nextDelayMs({ attempt, random, retryAfterSeconds }: BackoffInput): number {
  const growing = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1));
  const jittered = growing * (1 - JITTER + 2 * JITTER * random());
  const delayMs = Math.round(Math.min(MAX_DELAY_MS, jittered));
  const wantedMs = (retryAfterSeconds ?? 0) * 1000;
  return Math.min(Math.max(delayMs, wantedMs), 2 * delayMs);
}

/** Enough turns to read all that arrived while the process was busy. */
const TURNS = 6;

/**
 * Calls back after this time; returns the function that cancels. A chain of timers, because a busy process finds one
 * timer due before it reads its sockets.
 */
export function startTimeout(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (turns: number) => {
    timer = setTimeout(() => (turns > 1 ? wait(turns - 1) : act()), ms / TURNS);
  };
  wait(TURNS);
  return () => clearTimeout(timer);
}

export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** Rejects with TimeoutError after this time. The work itself isn't cancelled. */
export const withTimeout = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const cancel = startTimeout(ms, () => reject(new TimeoutError(`Timed out after ${ms} ms.`)));
    const settle =
      <Value>(as: (value: Value) => void) =>
      (value: Value) => {
        cancel();
        as(value);
      };
    work.then(settle(resolve), settle(reject));
  });
