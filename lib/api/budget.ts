import { RateLimited } from "@/lib/platform/errors";
import { apiKeyCeiling, budgetInForce, type CredentialBudget } from "@/lib/platform/limits/credential-budget";
import type { LimitResult } from "@/lib/platform/limits/limit-store";
import { networkOf, networksOf } from "@/lib/platform/limits/network-of";
import type { Ctx } from "@/lib/runtime/context";

const WINDOW_MS = 60_000;
/** Frees the slot of a request that never ends. */
const SLOT_LEASE_MS = 60_000;

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

/** Key that requests count on; minting another token doesn't give a new budget. */
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

async function budgetOf(ctx: Ctx): Promise<CredentialBudget> {
  const { actor, budgets } = ctx;
  if (actor.kind === "tool") return budgetInForce(budgets, await ctx.toolBudgets.of(ctx, actor.toolSlug));
  if (actor.kind === "api-key" && actor.budget) return budgetInForce(budgets, actor.budget, apiKeyCeiling(budgets));
  return budgets;
}

export interface Budgeted {
  headers: Record<string, string>;
  /** Frees the concurrency slot. Call it after the response. */
  release(): Promise<void>;
}

/** A refusal with the rate limit headers in addition to `Retry-After`. */
export class BudgetExceeded extends RateLimited {
  constructor(
    retryAfterSeconds: number,
    message: string,
    readonly headers: Record<string, string>,
  ) {
    super(retryAfterSeconds, message);
  }
}

/** Headers for requests in a rolling minute (draft-ietf-httpapi-ratelimit-headers). */
const windowHeaders = (policy: string, limit: number, { remaining, resetMs }: LimitResult): Record<string, string> => ({
  "ratelimit-policy": `"${policy}";q=${limit};w=${WINDOW_MS / 1000}`,
  ratelimit: `"${policy}";r=${remaining};t=${wholeSeconds(resetMs)}`,
});

const tooManyAtATime = (concurrent: number) =>
  new BudgetExceeded(1, `At most ${concurrent} requests at a time.`, {
    "ratelimit-policy": `"concurrent";q=${concurrent};qu="concurrent-requests"`,
    ratelimit: '"concurrent";r=0;t=1',
  });

const tooManyInAMinute = (perMinute: number, result: LimitResult) =>
  new BudgetExceeded(
    wholeSeconds(result.retryAfterMs),
    `At most ${perMinute} requests in any minute.`,
    windowHeaders("default", perMinute, result),
  );

/**
 * Counts a request against its credential's rate limit: `concurrent` at a time and `perMinute` in any rolling
 * minute. Refused requests don't count.
 * @param byToken counts per token instead of per session (exchange)
 * @throws BudgetExceeded
 */
export async function takeFromBudget(ctx: Ctx, byToken: boolean): Promise<Budgeted> {
  const { limits } = ctx;
  const { perMinute, concurrent } = await budgetOf(ctx);
  if (perMinute === 0 && concurrent === 0) return { headers: {}, release: () => Promise.resolve() };
  const key = budgetKey(ctx, byToken);
  const rule = perMinute === 0 ? null : { limit: perMinute, windowMs: WINDOW_MS };
  const decision = await limits.admit(key, { slots: concurrent, leaseMs: SLOT_LEASE_MS, rule });
  if (decision.refusedBy === "slots") throw tooManyAtATime(concurrent);
  if (decision.refusedBy === "rule") throw tooManyInAMinute(perMinute, decision.result);
  const { token, result } = decision;
  return {
    headers: result ? windowHeaders("default", perMinute, result) : {},
    release: () => (token === null ? Promise.resolve() : limits.leave(key, token)),
  };
}

/**
 * Counts a failed credential against the client IP.
 * @returns rate limit headers of the narrowest network it counts against
 * @throws BudgetExceeded if the client IP had too many failures in this minute
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
