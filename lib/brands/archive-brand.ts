import { and, eq, isNull } from "drizzle-orm";
import { brands, invitations } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { cancelPendingDeliveries, enqueueEntitlementChange } from "@/lib/integrations/server";
import { inTransaction, requireHubAdmin, requireRecentProof } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "./context";
import { recordByAdministrator } from "./record-by-administrator";
import { tellOwners } from "./tell-owners";

export interface Archiving {
  brandId: string;
  /** The brand's name, typed out by whoever archives it. */
  typedName: string;
}

type Named = Pick<typeof brands.$inferSelect, "id" | "name">;

function requireTypedName({ name }: Named, typedName: string): void {
  if (typedName.trim() !== name) throw new BadRequest(`Type ${name} to archive it.`, { field: "typedName" });
}

/** Takes a brand, whose row the transaction has, out of use. @throws NotFound where it was so already */
async function archive(tx: Ctx, { id }: Named): Promise<void> {
  const archived = await tx.db
    .update(brands)
    .set({ archivedAt: tx.now, publicPage: false })
    .where(and(eq(brands.id, id), isNull(brands.archivedAt)))
    .returning({ id: brands.id });
  if (archived.length === 0) throw new NotFound("This brand was archived before.");
  await cancelPendingDeliveries(tx, { brandId: id, reason: "The brand was archived." });
  await enqueueEntitlementChange(tx, { type: "entitlement.revoked", brandIds: [id] });
  await tx.db
    .update(invitations)
    .set({ revokedAt: tx.now })
    .where(and(eq(invitations.brandId, id), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)));
}

/**
 * Archives a brand: from now on it is absent from lists, its bundle is 404, its keys are 401, its pending deliveries are
 * cancelled and its invitations void. Nothing is erased.
 * @throws Forbidden unless an owner acts, ProofNeeded, BadRequest (`field: "typedName"`) for another name
 */
export async function archiveBrand(ctx: Ctx, { brandId, typedName }: Archiving): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "own");
  requireRecentProof(ctx);
  requireTypedName(brand, typedName);
  await inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "own");
    await archive(tx, brand);
    const target = { kind: "brand", id: brandId, label: brand.name };
    await recordAudit(tx, { brandId, action: "brand.archived", target });
  });
  ctx.wakeTick();
}

/**
 * The same by a hub administrator, whoever owns the brand; its owners are told by mail, and find it among their archived brands.
 * @throws Forbidden unless a hub administrator acts, ProofNeeded, NotFound, BadRequest (`field: "typedName"`) for another name
 */
export async function archiveBrandAsAdministrator(ctx: Ctx, { brandId, typedName }: Archiving): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  await inTransaction(ctx, async (tx) => {
    const [brand] = await tx.db.select().from(brands).where(eq(brands.id, brandId)).for("update");
    if (!brand) throw new NotFound("There is no such brand.");
    requireTypedName(brand, typedName);
    await archive(tx, brand);
    await recordByAdministrator(tx, brand, "brand.archived_by_administrator");
    await tellOwners(tx, brand, {
      kind: "brand.archived",
      subject: (name) => `${name} was archived`,
      words: (name) =>
        `A hub administrator archived ${name}. Nothing of it was deleted. Its owners can restore it, or have it deleted.`,
    });
  });
  ctx.wakeTick();
}
