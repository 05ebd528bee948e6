import { env } from "@/lib/config/env";
import type { Caller } from "@/lib/kernel/callers";
import { RateLimited } from "@/lib/kernel/errors";
import type { LimitStore } from "@/lib/limits";

const WINDOW_MS = 60_000;
/** A slot frees itself after this, should its request never come to its end. */
const SLOT_LEASE_MS = 60_000;

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** What a caller's budget is counted on; minting again gives no new one. */
function budgetKey(caller: Caller, address: string, byToken: boolean): string {
  switch (caller.kind) {
    case "api-key":
      return `key:${caller.apiKeyId}`;
    case "child-app":
      return `tool:${caller.toolSlug}`;
    case "federation":
      return byToken ? `jti:${caller.jti}` : `sid:${caller.sid}`;
    case "session":
      return `sid:${caller.sid}`;
    case "public":
    case "dispatch":
      return `address:${address}`;
  }
}

export interface Admission {
  /** `RateLimit` and `RateLimit-Policy` of the answer. */
  headers: Record<string, string>;
  /** Gives the concurrency slot back; call it once the answer is made. */
  release(): Promise<void>;
}

/** A refusal that carries the budget's headers beside `Retry-After`. */
export class BudgetExceeded extends RateLimited {
  constructor(
    retryAfterSeconds: number,
    message: string,
    readonly headers: Record<string, string>,
  ) {
    super(retryAfterSeconds, message);
  }
}

/**
 * Admits a request to its credential's budget: at most `RATE_LIMIT_CONCURRENT` at a time and `RATE_LIMIT_PER_MINUTE` in any
 * rolling minute. A refused request counts for neither.
 * @param byToken counts on the one token in place of its session (exchange)
 * @throws BudgetExceeded
 */
export async function admit(limits: LimitStore, caller: Caller, address: string, byToken: boolean): Promise<Admission> {
  const key = budgetKey(caller, address, byToken);
  const perMinute = env.RATE_LIMIT_PER_MINUTE;
  const concurrent = env.RATE_LIMIT_CONCURRENT;
  const policy = `"default";q=${perMinute};w=${WINDOW_MS / 1000}`;

  const slot = concurrent > 0 ? await limits.enter(key, concurrent, SLOT_LEASE_MS) : null;
  if (concurrent > 0 && !slot) {
    throw new BudgetExceeded(
      1,
      `At most ${concurrent} requests at a time.`,
      perMinute > 0 ? { "ratelimit-policy": policy } : {},
    );
  }
  const release = async () => {
    if (slot) await limits.leave(key, slot.token);
  };
  if (perMinute === 0) return { headers: {}, release };

  const taken = await limits.take(key, { limit: perMinute, windowMs: WINDOW_MS }).catch(async (error) => {
    await release();
    throw error;
  });
  const headers = {
    "ratelimit-policy": policy,
    ratelimit: `"default";r=${taken.remaining};t=${wholeSeconds(taken.resetMs)}`,
  };
  if (taken.allowed) return { headers, release };
  await release();
  throw new BudgetExceeded(wholeSeconds(taken.retryAfterMs), `At most ${perMinute} requests in any minute.`, headers);
}

/**
 * Counts a failed credential against the client's address.
 * @throws RateLimited once the address has used up its failures for this minute
 */
export async function countFailedCredential(limits: LimitStore, address: string): Promise<void> {
  const limit = env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE;
  if (limit === 0) return;
  const taken = await limits.take(`failed-credential:${address}`, { limit, windowMs: WINDOW_MS });
  if (!taken.allowed)
    throw new RateLimited(wholeSeconds(taken.retryAfterMs), "Too many failed credentials from this address.");
}
