import { and, eq, isNull } from "drizzle-orm";
import { brands, invitations } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { cancelPendingDeliveries } from "@/lib/deliveries/server";
import { type Ctx, requireRecentProof } from "@/lib/kernel/context";
import { BadRequest, NotFound } from "@/lib/kernel/errors";
import { lockBrand, requirePermission } from "@/lib/members/server";

/**
 * Archives a brand: from now on it is absent from lists, its bundle is 404, its keys are 401, its pending deliveries are
 * cancelled and its invitations void. Nothing is erased.
 * @param input.typedName the brand's name, typed out by the owner
 * @throws Forbidden unless an owner acts, ProofNeeded, BadRequest (`field: "typedName"`) for another name
 */
export async function archiveBrand(ctx: Ctx, input: { brandId: string; typedName: string }): Promise<void> {
  const { brand } = await requirePermission(ctx, input.brandId, "own");
  requireRecentProof(ctx);
  if (input.typedName.trim() !== brand.name) {
    throw new BadRequest(`Type ${brand.name} to archive it.`, { field: "typedName" });
  }
  await ctx.db.transaction(async (tx) => {
    await lockBrand({ ...ctx, db: tx }, brand.id, "own");
    const archived = await tx
      .update(brands)
      .set({ archivedAt: ctx.now, publicPage: false })
      .where(and(eq(brands.id, brand.id), isNull(brands.archivedAt)))
      .returning({ id: brands.id });
    if (archived.length === 0) throw new NotFound("This brand was archived before.");
    await cancelPendingDeliveries({ ...ctx, db: tx }, { brandId: brand.id, reason: "The brand was archived." });
    await tx
      .update(invitations)
      .set({ revokedAt: ctx.now })
      .where(and(eq(invitations.brandId, brand.id), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)));
    await recordAudit(
      { ...ctx, db: tx },
      { brandId: brand.id, action: "brand.archived", target: { kind: "brand", id: brand.id, label: brand.name } },
    );
  });
}
