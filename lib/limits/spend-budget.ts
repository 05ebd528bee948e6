import type { Ctx } from "@/lib/kernel/context";
import { RateLimited } from "@/lib/kernel/errors";
import { networkOf } from "./network-of";
import { budgetSentence, budgetWindowMs, type UserBudget } from "./user-budgets";

/** Whom a budget belongs to: a person however many browsers they use, else the network that nobody signed in from. */
const spenderOf = ({ actor, clientIp }: Ctx): string =>
  actor.kind === "user" ? `user:${actor.userId}` : `ip:${networkOf(clientIp ?? "unknown")}`;

/**
 * Takes one request of the hub's pages from a budget of whoever acts; a refused one does not count.
 * @throws RateLimited with a sentence that says how many there were and when to try again
 */
export async function spendBudget(ctx: Ctx, budget: UserBudget): Promise<void> {
  const limit = ctx.budgets.perUser[budget];
  if (limit === 0) return;
  const rule = { limit, windowMs: budgetWindowMs(budget) };
  const { allowed, retryAfterMs } = await ctx.limits.take(`${budget}:${spenderOf(ctx)}`, rule);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw new RateLimited(seconds, budgetSentence(budget, limit, seconds));
}
