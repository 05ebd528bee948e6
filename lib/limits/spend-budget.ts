import type { Ctx } from "@/lib/kernel/context";
import { RateLimited } from "@/lib/kernel/errors";
import { networksOf } from "./network-of";
import { budgetSentence, budgetWindowMs, type UserBudget } from "./user-budgets";

/** Whom a budget belongs to, and how many times: a person however many browsers they use, else the networks that nobody signed in from. */
const spendersOf = ({ actor, clientIp }: Ctx): { spender: string; times: number }[] =>
  actor.kind === "user"
    ? [{ spender: `user:${actor.userId}`, times: 1 }]
    : networksOf(clientIp ?? "unknown").map(({ kind, network, times }) => ({ spender: `${kind}:${network}`, times }));

/**
 * Takes one request of the hub's pages from a budget of whoever acts; a refused one does not count.
 * @throws RateLimited with a sentence that says how many there were and when to try again
 */
export async function spendBudget(ctx: Ctx, budget: UserBudget): Promise<void> {
  const limit = ctx.budgets.perUser[budget];
  if (limit === 0) return;
  for (const { spender, times } of spendersOf(ctx)) {
    const rule = { limit: limit * times, windowMs: budgetWindowMs(budget) };
    const { allowed, retryAfterMs } = await ctx.limits.take(`${budget}-${spender}`, rule);
    if (allowed) continue;
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    throw new RateLimited(seconds, budgetSentence(budget, limit, seconds));
  }
}
