import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction, requireRecentProof } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { budgetChanges, requireBudget } from "@/lib/platform/limits/budgets";
import { apiKeyCeiling, type OwnBudget } from "@/lib/platform/limits/credential-budget";
import type { Ctx } from "../context";

/**
 * Revokes one of the brand's keys: from now on it is 401.
 * @throws NotFound, Forbidden unless the acting user may manage the brand
 * @throws NotFound for another brand's key, or one that was revoked before
 */
export async function revokeApiKey(ctx: Ctx, input: { brandId: string; apiKeyId: string }): Promise<void> {
  const { brand } = await requirePermission(ctx, input.brandId, "manage");
  await ctx.db.transaction(async (tx) => {
    await lockBrand({ ...ctx, db: tx }, brand.id, "manage");
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: ctx.now })
      .where(and(eq(apiKeys.id, input.apiKeyId), eq(apiKeys.brandId, brand.id), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id, name: apiKeys.name });
    if (!revoked) throw new NotFound("There is no such key, or it was revoked before.");
    const target = { kind: "api_key", id: revoked.id, label: revoked.name };
    await recordAudit({ ...ctx, db: tx }, { brandId: brand.id, action: "api_key.revoked", target });
  });
}

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
