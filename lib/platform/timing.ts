/** Work that many ask for, and that is done for all who asked meanwhile at once. */
interface Gathered {
  /** Does it now, or, where it was just done, once more after a while. */
  ask(): void;
  /** Does what is still owed. */
  flush(): void;
}

/** Has work done as soon as it is asked for, but no more often than that. */
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
  /** Attempts made so far, from 1. */
  attempt: number;
  /** Uniform in [0, 1), like `Math.random`. */
  random: () => number;
  /** The receiver's wish; null when it has none. */
  retryAfterSeconds: number | null;
}

/**
 * Whole milliseconds until the next attempt: 60 s × 2^(attempt - 1), ±20 %, never over 8 h.
 *
 * A `Retry-After` moves it later, up to twice that delay, and never earlier. Source: docs/decisions/integrations.md, Webhooks.
 */
export function nextDelayMs({ attempt, random, retryAfterSeconds }: BackoffInput): number {
  const growing = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1));
  const jittered = growing * (1 - JITTER + 2 * JITTER * random());
  const delayMs = Math.round(Math.min(MAX_DELAY_MS, jittered));
  const wantedMs = (retryAfterSeconds ?? 0) * 1000;
  return Math.min(Math.max(delayMs, wantedMs), 2 * delayMs);
}

/** More than enough for all that arrived while a process was busy to be read. */
const TURNS = 6;

/**
 * Calls back once somebody has waited for so long, and gives what calls that off. The wait is made of several timers, one after the other: a
 * process that was busy for longer than all of it finds its timers due before it reads what has arrived meanwhile; after each of these it reads.
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

/** Waits for work, but no longer than that; what goes on then is nobody's. @throws TooLate */
export const within = <Result>(ms: number, work: Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const callOff = afterPatience(ms, () => reject(new TooLate(`There was no answer within ${ms} ms.`)));
    const settle =
      <Value>(as: (value: Value) => void) =>
      (value: Value) => {
        callOff();
        as(value);
      };
    work.then(settle(resolve), settle(reject));
  });
