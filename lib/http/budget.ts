import type { Ctx } from "@/lib/kernel/context";
import { RateLimited } from "@/lib/kernel/errors";
import { networkOf, networksOf } from "@/lib/limits/server";

const WINDOW_MS = 60_000;
/** A slot frees itself after this, should its request never come to its end. */
const SLOT_LEASE_MS = 60_000;

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** What an actor's budget is counted on; minting again gives no new one. */
function budgetKey({ actor, clientIp }: Ctx, byToken: boolean): string {
  switch (actor.kind) {
    case "api-key":
      return `key:${actor.apiKeyId}`;
    case "tool":
      return `tool:${actor.toolSlug}`;
    case "federation":
      return byToken ? `jti:${actor.jti}` : `sid:${actor.session.sid}`;
    case "user":
      return actor.session ? `sid:${actor.session.sid}` : `user:${actor.userId}`;
    case "anonymous":
    case "system":
      return `ip:${networkOf(clientIp ?? "unknown")}`;
  }
}

export interface Budgeted {
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
 * Takes a request from its credential's budget: at most `budgets.concurrent` at a time and `budgets.perMinute` in any
 * rolling minute. A refused request counts for neither.
 * @param byToken counts on the one token in place of its session (exchange)
 * @throws BudgetExceeded
 */
export async function takeFromBudget(ctx: Ctx, byToken: boolean): Promise<Budgeted> {
  const key = budgetKey(ctx, byToken);
  const { limits, budgets } = ctx;
  const { perMinute, concurrent } = budgets;
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
 * Counts a failed credential against the client IP.
 * @throws RateLimited once the client IP has used up its failures for this minute
 */
export async function countFailedCredential({ limits, budgets, clientIp }: Ctx): Promise<void> {
  const limit = budgets.failedCredentialsPerMinute;
  if (limit === 0) return;
  for (const { kind, network, times } of networksOf(clientIp ?? "unknown")) {
    const rule = { limit: limit * times, windowMs: WINDOW_MS };
    const taken = await limits.take(`failed-credential-${kind}:${network}`, rule);
    if (!taken.allowed)
      throw new RateLimited(wholeSeconds(taken.retryAfterMs), "Too many failed credentials from this IP address.");
  }
}
