const BASE_DELAY_MS = 60_000;
const MAX_DELAY_MS = 8 * 60 * 60_000;
const JITTER = 0.2;

export interface BackoffInput {
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
 * A `Retry-After` moves it later, up to twice that delay, and never earlier. Source: docs/decisions.md, Webhook deliveries.
 */
export function nextDelayMs({ attempt, random, retryAfterSeconds }: BackoffInput): number {
  const growing = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1));
  const jittered = growing * (1 - JITTER + 2 * JITTER * random());
  const delayMs = Math.round(Math.min(MAX_DELAY_MS, jittered));
  const wantedMs = (retryAfterSeconds ?? 0) * 1000;
  return Math.min(Math.max(delayMs, wantedMs), 2 * delayMs);
}
