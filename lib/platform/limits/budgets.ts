import type { PlatformCtx } from "../context";
import { BadRequest, RateLimited } from "../errors";
import { BUDGET_BOUNDS, type CredentialBudget, type OwnBudget } from "./credential-budget";
import { networksOf } from "./network-of";
import { budgetSentence, budgetWindowMs, type UserBudget } from "./user-budgets";

const FIGURES = ["perMinute", "concurrent"] as const;

/** @throws BadRequest naming the field, unless each figure is null or from 1 to the ceiling */
export function requireBudget(budget: OwnBudget, ceiling: CredentialBudget = BUDGET_BOUNDS): void {
  for (const field of FIGURES) {
    const set = budget[field];
    if (set === null || (Number.isInteger(set) && set >= 1 && set <= ceiling[field])) continue;
    const most = ceiling[field].toLocaleString("en");
    throw new BadRequest(`Enter a whole number from 1 to ${most}, or leave it empty.`, { field });
  }
}

/** For the audit log; null without changes. */
export function budgetChanges(before: OwnBudget, after: OwnBudget): Record<string, [unknown, unknown]> | null {
  const changed = FIGURES.filter((figure) => before[figure] !== after[figure]);
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map((figure) => [figure, [before[figure], after[figure]]]));
}

function figureOf(text: FormDataEntryValue | null): number | null {
  const written = String(text ?? "").trim();
  return written === "" ? null : Number(written);
}

export const budgetOfForm = (form: FormData): OwnBudget => ({
  perMinute: figureOf(form.get("perMinute")),
  concurrent: figureOf(form.get("concurrent")),
});

/** A person across all browsers, or the networks of the client IP. */
const spendersOf = ({ actor, clientIp }: PlatformCtx): { spender: string; times: number }[] =>
  actor.kind === "user"
    ? [{ spender: `user:${actor.userId}`, times: 1 }]
    : networksOf(clientIp ?? "unknown").map(({ kind, network, times }) => ({ spender: `${kind}:${network}`, times }));

/** Counts one request to the hub's pages, unless refused. @throws RateLimited with a sentence for the user */
export async function spendBudget(ctx: PlatformCtx, budget: UserBudget): Promise<void> {
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
