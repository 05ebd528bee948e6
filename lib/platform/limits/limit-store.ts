export interface LimitRule {
  /** At least 1. Skip the call to switch a limit off. */
  limit: number;
  windowMs: number;
}

export interface LimitResult {
  allowed: boolean;
  remaining: number;
  /** 0 if the call is allowed. */
  retryAfterMs: number;
  /** Milliseconds until the full budget is back. */
  resetMs: number;
}

/** A slot, a count within a window, or both. */
export interface LimitRequest {
  /** Calls at a time; 0 for no such limit. */
  slots: number;
  /** How long an unreleased slot is held. */
  leaseMs: number;
  /** Null if the call isn't counted. */
  rule: LimitRule | null;
}

/** The slot's token and the count, each null if not requested. If both would refuse, `slots`. */
export type LimitDecision =
  | { refusedBy: null; token: string | null; result: LimitResult | null }
  | { refusedBy: "slots" }
  | { refusedBy: "rule"; result: LimitResult };

/** `token` undoes the attempt. */
export type Attempt = { admitted: true; token: string } | { admitted: false; retryAfterMs: number };

/**
 * Keys are `purpose:id`; a purpose always uses the same rule. Each purpose has its own memory, so that invented keys
 * of one never evict keys of another. Source: docs/specification.md, Limits; docs/decisions/platform.md, Limits.
 */
export interface LimitStore {
  /** Allows exactly `limit` calls in any rolling window. Refused calls don't count. */
  take(key: string, rule: LimitRule): Promise<LimitResult>;
  /** Takes the slot and counts the call: both or neither. */
  admit(key: string, request: LimitRequest): Promise<LimitDecision>;
  /** An expired slot isn't an error. */
  leave(key: string, token: string): Promise<void>;
  /** Allows an attempt that fits all rules, whose windows grow. Refused attempts don't count. */
  attempt(key: string, rules: readonly LimitRule[]): Promise<Attempt>;
  /** An expired attempt isn't an error. */
  withdraw(key: string, token: string): Promise<void>;
  /** True while Redis is unreachable and each process counts alone. */
  readonly isLocal?: boolean;
  close(): Promise<void>;
}

/** The part before the first colon, or an empty string. */
export const purposeOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(":")));

export const longestWindowMs = (rules: readonly LimitRule[]): number =>
  Math.max(...rules.map(({ windowMs }) => windowMs));

/** @throws RangeError for an impossible rule */
export function assertLimitRule({ limit, windowMs }: LimitRule): void {
  if (!(Number.isInteger(limit) && limit >= 1)) throw new RangeError("A limit must be a whole number from 1.");
  if (!(windowMs > 0)) throw new RangeError("A window must be longer than 0 ms.");
}
