interface Gathered {
  /** Runs now, or once after the interval if it ran recently. */
  ask(): void;
  /** Runs at once if a run is waiting. */
  flush(): void;
}

/** Runs work immediately, but at most once per interval. */
export function atMostEvery(ms: number, work: () => void): Gathered {
  let timer: NodeJS.Timeout | undefined;
  let isOwed = false;
  const flush = () => {
    if (!isOwed) return;
    isOwed = false;
    work();
  };
  const rest = () => {
    timer = undefined;
    if (isOwed) ask();
  };
  const ask = () => {
    isOwed = true;
    if (timer) return;
    timer = setTimeout(rest, ms).unref();
    flush();
  };
  return { ask, flush };
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
export function afterPatience(ms: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (turns: number) => {
    timer = setTimeout(() => (turns > 1 ? wait(turns - 1) : act()), ms / TURNS);
  };
  wait(TURNS);
  return () => clearTimeout(timer);
}

export class TooLate extends Error {
  override readonly name = "TooLate";
}

/** Rejects with TimeoutError after this time. The work itself isn't cancelled. */
export const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const callOff = afterPatience(ms, () => reject(new TooLate(`Timed out after ${ms} ms.`)));
    const settle =
      <Value>(as: (value: Value) => void) =>
      (value: Value) => {
        callOff();
        as(value);
      };
    work.then(settle(resolve), settle(reject));
  });
