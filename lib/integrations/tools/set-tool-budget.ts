import { eq } from "drizzle-orm";
import { tools } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { budgetChanges, requireBudget } from "@/lib/platform/limits/budgets";
import type { OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { Ctx } from "../context";

/**
 * Gives a tool a request budget of its own, or the hub's again where a figure is null. It holds from the next request, in other processes
 * within five seconds; false when the tool had it already.
 * @throws Forbidden unless a hub administrator acts, ProofNeeded, NotFound for an unknown tool, BadRequest with the figure at fault
 */
export async function setToolBudget(ctx: Ctx, { slug, budget }: { slug: string; budget: OwnBudget }): Promise<boolean> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  requireBudget(budget);
  const changed = await inTransaction(ctx, async (tx) => {
    const [tool] = await tx.db.select().from(tools).where(eq(tools.slug, slug)).for("no key update");
    if (!tool) throw new NotFound("There is no such tool.");
    const diff = budgetChanges({ perMinute: tool.budgetPerMinute, concurrent: tool.budgetConcurrent }, budget);
    if (!diff) return false;
    const set = { budgetPerMinute: budget.perMinute, budgetConcurrent: budget.concurrent };
    await tx.db.update(tools).set(set).where(eq(tools.slug, slug));
    const target = { kind: "tool", id: slug, label: tool.name };
    await recordAudit(tx, { brandId: null, action: "tool.budget_changed", target, diff });
    return true;
  });
  ctx.toolBudgets.forget();
  return changed;
}
