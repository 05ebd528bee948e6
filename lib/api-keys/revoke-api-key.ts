import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { lockBrand, requirePermission } from "@/lib/members/server";

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
