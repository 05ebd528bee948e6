import { RateLimited } from "@/lib/platform/errors";
import { apiKeyCeiling, budgetInForce, type CredentialBudget } from "@/lib/platform/limits/credential-budget";
import type { LimitVerdict } from "@/lib/platform/limits/limit-store";
import { networkOf, networksOf } from "@/lib/platform/limits/network-of";
import type { Ctx } from "@/lib/runtime/context";

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

/** What the acting credential may ask for now: its own budget where one was set. */
async function budgetOf(ctx: Ctx): Promise<CredentialBudget> {
  const { actor, budgets } = ctx;
  if (actor.kind === "tool") return budgetInForce(budgets, await ctx.toolBudgets.of(ctx, actor.toolSlug));
  if (actor.kind === "api-key" && actor.budget) return budgetInForce(budgets, actor.budget, apiKeyCeiling(budgets));
  return budgets;
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

/** `RateLimit-Policy` and `RateLimit` of requests counted in a rolling minute, as draft-ietf-httpapi-ratelimit-headers has them. */
const windowHeaders = (
  policy: string,
  limit: number,
  { remaining, resetMs }: LimitVerdict,
): Record<string, string> => ({
  "ratelimit-policy": `"${policy}";q=${limit};w=${WINDOW_MS / 1000}`,
  ratelimit: `"${policy}";r=${remaining};t=${wholeSeconds(resetMs)}`,
});

/** What refuses a request beyond so many at a time. */
const tooManyAtATime = (concurrent: number) =>
  new BudgetExceeded(1, `At most ${concurrent} requests at a time.`, {
    "ratelimit-policy": `"concurrent";q=${concurrent};qu="concurrent-requests"`,
    ratelimit: '"concurrent";r=0;t=1',
  });

/** What refuses a request beyond so many in a minute. */
const tooManyInAMinute = (perMinute: number, verdict: LimitVerdict) =>
  new BudgetExceeded(
    wholeSeconds(verdict.retryAfterMs),
    `At most ${perMinute} requests in any minute.`,
    windowHeaders("default", perMinute, verdict),
  );

/**
 * Takes a request from its credential's budget: at most `concurrent` at a time and `perMinute` in any rolling
 * minute. A refused request counts for neither.
 * @param byToken counts on the one token in place of its session (exchange)
 * @throws BudgetExceeded
 */
export async function takeFromBudget(ctx: Ctx, byToken: boolean): Promise<Budgeted> {
  const { limits } = ctx;
  const { perMinute, concurrent } = await budgetOf(ctx);
  if (perMinute === 0 && concurrent === 0) return { headers: {}, async release() {} };
  const key = budgetKey(ctx, byToken);
  const rule = perMinute === 0 ? null : { limit: perMinute, windowMs: WINDOW_MS };
  const admission = await limits.admit(key, { slots: concurrent, leaseMs: SLOT_LEASE_MS, rule });
  if (admission.refusedBy === "slots") throw tooManyAtATime(concurrent);
  if (admission.refusedBy === "rule") throw tooManyInAMinute(perMinute, admission.verdict);
  const { token, verdict } = admission;
  return {
    headers: verdict ? windowHeaders("default", perMinute, verdict) : {},
    async release() {
      if (token !== null) await limits.leave(key, token);
    },
  };
}

/**
 * Counts a failed credential against the client IP.
 * @returns `RateLimit` and `RateLimit-Policy` of the narrowest network that it was counted on
 * @throws BudgetExceeded once the client IP has used up its failures for this minute
 */
export async function countFailedCredential({ limits, budgets, clientIp }: Ctx): Promise<Record<string, string>> {
  const limit = budgets.failedCredentialsPerMinute;
  if (limit === 0) return {};
  let narrowest: Record<string, string> | undefined;
  for (const { kind, network, times } of networksOf(clientIp ?? "unknown")) {
    const rule = { limit: limit * times, windowMs: WINDOW_MS };
    const taken = await limits.take(`failed-credential-${kind}:${network}`, rule);
    const headers = windowHeaders("failed-credentials", rule.limit, taken);
    if (!taken.allowed)
      throw new BudgetExceeded(
        wholeSeconds(taken.retryAfterMs),
        "Too many failed credentials from this IP address.",
        headers,
      );
    narrowest ??= headers;
  }
  return narrowest ?? {};
}
