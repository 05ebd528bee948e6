export interface LimitRule {
  /** Calls allowed in any window, at least 1. Skip the call to switch a limit off. */
  limit: number;
  windowMs: number;
}

export interface LimitVerdict {
  allowed: boolean;
  /** Calls still allowed now. */
  remaining: number;
  /** Milliseconds until a call is allowed; 0 if this one was. */
  retryAfterMs: number;
  /** Milliseconds until the full budget is back, without further calls. */
  resetMs: number;
}

/** What a call needs: a slot, a count within a window, or both. */
export interface Demand {
  /** Calls allowed at a time; 0 for no such limit. */
  slots: number;
  /** How long an unreleased slot is held. */
  leaseMs: number;
  /** Null if the call isn't counted. */
  rule: LimitRule | null;
}

/**
 * The slot's token and the count, each null if not requested; or the limit that refused. If both would refuse,
 * `slots`.
 */
export type Admission =
  | { refusedBy: null; token: string | null; verdict: LimitVerdict | null }
  | { refusedBy: "slots" }
  | { refusedBy: "rule"; verdict: LimitVerdict };

/** An attempt with the token that undoes it, or when to try again. */
export type Attempt = { admitted: true; token: string } | { admitted: false; retryAfterMs: number };

/**
 * Counts calls and holds slots per key. Keys are `purpose:id`; a purpose always uses the same rule. Each purpose has
 * its own memory, so that invented keys of one never evict keys of another.
 * Source: docs/specification.md, Limits; docs/decisions/platform.md, Limits.
 */
export interface LimitStore {
  /** Allows exactly `limit` calls in any rolling window. Refused calls don't count. */
  take(key: string, rule: LimitRule): Promise<LimitVerdict>;
  /** Takes a slot and counts the call in one step: both or neither. */
  admit(key: string, demand: Demand): Promise<Admission>;
  /** Releases a slot; an expired one is no error. */
  leave(key: string, token: string): Promise<void>;
  /** Allows an attempt that fits all rules, with growing windows for growing delays. Refused attempts don't count. */
  attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt>;
  /** Undoes an attempt; an expired one is no error. */
  withdraw(key: string, token: string): Promise<void>;
  /** True while the shared store is unreachable and each process counts alone. */
  readonly isLocal?: boolean;
  /** Closes connections. Don't use the store afterwards. */
  close(): Promise<void>;
}

/** The part before the key's first colon; empty without one. */
export const purposeOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(":")));

/** How long attempts must be remembered. */
export const longestWindowMs = (rules: readonly LimitRule[]): number =>
  Math.max(...rules.map(({ windowMs }) => windowMs));

/** @throws RangeError for an impossible rule, which is a bug */
export function assertLimitRule({ limit, windowMs }: LimitRule): void {
  if (!(Number.isInteger(limit) && limit >= 1)) throw new RangeError("A limit is a whole number from 1.");
  if (!(windowMs > 0)) throw new RangeError("A window is longer than 0 ms.");
}
