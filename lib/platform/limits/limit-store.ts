export interface LimitRule {
  /** Calls admitted in any window, at least 1; a limit that is off is the caller's to leave out. */
  limit: number;
  windowMs: number;
}

export interface LimitVerdict {
  allowed: boolean;
  /** Calls that would still be admitted now. */
  remaining: number;
  /** Milliseconds until a call would be admitted; 0 when this one was. */
  retryAfterMs: number;
  /** Milliseconds until the whole budget is back, if nothing more is admitted. */
  resetMs: number;
}

/** What a call needs to be admitted: one of so many slots, a place in a window, or both. */
export interface Demand {
  /** How many there are; 0 where none is asked for. */
  slots: number;
  /** For so long a slot that is never left is held. */
  leaseMs: number;
  /** Null where the call is not counted. */
  rule: LimitRule | null;
}

/** All that was asked for: the slot's token and the count, each null where it was not. Or which of them refused; where both would, the slots. */
export type Admission =
  | { refusedBy: null; token: string | null; verdict: LimitVerdict | null }
  | { refusedBy: "slots" }
  | { refusedBy: "rule"; verdict: LimitVerdict };

/** An attempt that was admitted, with what takes it back; or one that was not, and when the next one would be. */
export type Attempt = { admitted: true; token: string } | { admitted: false; retryAfterMs: number };

/**
 * Counts calls and holds slots per key. Keys are the caller's to name, as `purpose:who`: each purpose is always used with one rule, and has
 * room of its own, so that whoever makes up keys of one pushes out none of another.
 *
 * Source: docs/specification.md, Limits; docs/decisions/platform.md, Limits.
 */
export interface LimitStore {
  /** Admits exactly `limit` calls in any rolling window; calls that are refused do not count. */
  take(key: string, rule: LimitRule): Promise<LimitVerdict>;
  /** Takes a slot and counts the call as `take` does, in one step: what either refuses neither has. */
  admit(key: string, demand: Demand): Promise<Admission>;
  /** Gives a slot back; one that has ended is no error. */
  leave(key: string, token: string): Promise<void>;
  /**
   * Admits an attempt that fits each of several rules at once, of growing windows: so the delays grow. What is refused does not count.
   */
  attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt>;
  /** Makes an admitted attempt one that never was; one that has lapsed is no error. */
  withdraw(key: string, token: string): Promise<void>;
  /** True while a store that is shared does not answer, and each process counts for itself. */
  readonly isLocal?: boolean;
  /** Lets go of what the store holds; nothing is asked of it afterwards. */
  close(): Promise<void>;
}

/** What stands before a key's first colon; empty where there is none. */
export const purposeOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(":")));

/** The longest of the windows: for so long an attempt has to be remembered. */
export const longestWindowMs = (rules: readonly LimitRule[]): number =>
  Math.max(...rules.map(({ windowMs }) => windowMs));

/** @throws RangeError for a rule that no call could ever meet: a mistake of the program, never of a caller. */
export function assertLimitRule({ limit, windowMs }: LimitRule): void {
  if (!(Number.isInteger(limit) && limit >= 1)) throw new RangeError("A limit is a whole number from 1.");
  if (!(windowMs > 0)) throw new RangeError("A window is longer than 0 ms.");
}
