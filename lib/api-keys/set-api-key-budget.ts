import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction, requireRecentProof } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { apiKeyCeiling, type OwnBudget } from "@/lib/limits";
import { budgetChanges, requireBudget } from "@/lib/limits/server";
import { lockBrand, requirePermission } from "@/lib/members/server";

/**
 * Gives one of the brand's keys a request budget of its own, within the hub's ceiling, or the hub's again where a figure is null. It holds
 * from the next request; false when the key had it already.
 * @throws NotFound, Forbidden unless the acting user owns the brand
 * @throws ProofNeeded, BadRequest with the figure at fault
 * @throws NotFound for a key of another brand, or one that is revoked or expired
 */
export async function setApiKeyBudget(
  ctx: Ctx,
  input: { brandId: string; apiKeyId: string; budget: OwnBudget },
): Promise<boolean> {
  const { brand } = await requirePermission(ctx, input.brandId, "own");
  requireRecentProof(ctx);
  const { budget } = input;
  requireBudget(budget, apiKeyCeiling(ctx.budgets));
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brand.id, "own");
    const [key] = await tx.db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.id, input.apiKeyId), eq(apiKeys.brandId, brand.id), isNull(apiKeys.revokedAt)));
    if (!key || (key.expiresAt && key.expiresAt <= ctx.now)) throw new NotFound("There is no such active key.");
    const diff = budgetChanges({ perMinute: key.budgetPerMinute, concurrent: key.budgetConcurrent }, budget);
    if (!diff) return false;
    const set = { budgetPerMinute: budget.perMinute, budgetConcurrent: budget.concurrent };
    await tx.db.update(apiKeys).set(set).where(eq(apiKeys.id, key.id));
    const target = { kind: "api_key", id: key.id, label: key.name };
    await recordAudit(tx, { brandId: brand.id, action: "api_key.budget_changed", target, diff });
    return true;
  });
}
