import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { pick } from "@/db/pick";
import { brandDeletions, brands, brandVersions, invitations, memberships, users } from "@/db/schema";
import { ARCHIVED_COUNTS_MS } from "@/lib/access";
import { isOpenInvitation, lockBrand, recordAudit, requireOwnQuota, requirePermission } from "@/lib/access/server";
import { cancelPendingDeliveries, enqueueEntitlementChange } from "@/lib/integrations/server";
import {
  atPresent,
  inTransaction,
  requireHubAdmin,
  requireRecentProof,
  requireStrongSession,
  requireUser,
} from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { beforeCursor, cutPage, momentCursor, type PageRequest, rowsToRead } from "@/lib/platform/paging";
import type { Ctx } from "./context";
import { mailOwners, recordByAdministrator } from "./mail-owners";

interface Archiving {
  brandId: string;
  typedName: string;
}

type Named = Pick<typeof brands.$inferSelect, "id" | "name">;

function requireTypedName({ name }: Named, typedName: string): void {
  if (typedName.trim() !== name) throw new BadRequest(`Type ${name} to archive it.`, { field: "typedName" });
}

/**
 * Call with the brand's row locked.
 * @throws NotFound when it is archived already
 */
async function archive(tx: Ctx, { id }: Named): Promise<void> {
  const archived = await tx.db
    .update(brands)
    .set({ archivedAt: tx.now, publicPage: false })
    .where(and(eq(brands.id, id), isNull(brands.archivedAt)))
    .returning({ id: brands.id });
  if (archived.length === 0) throw new NotFound("This brand is already archived.");
  await cancelPendingDeliveries(tx, { brandId: id, reason: "The brand was archived." });
  await enqueueEntitlementChange(tx, { type: "entitlement.revoked", brandIds: [id] });
  const open = and(eq(invitations.brandId, id), isOpenInvitation);
  await tx.db.update(invitations).set({ revokedAt: tx.now }).where(open);
}

/**
 * Archives a brand without deleting anything. Its bundle is 404, its keys are 401, pending deliveries are cancelled
 * and invitations become void.
 * @throws Forbidden for all but owners, ReauthRequired, BadRequest (`field: "typedName"`) for another name
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
 * Archives any brand. Its owners get a mail and can restore it.
 * @throws Forbidden for all but hub administrators, ReauthRequired, NotFound, BadRequest (`field: "typedName"`) for
 * another name
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
    await mailOwners(tx, brand, {
      kind: "brand.archived",
      subject: (name) => `${name} was archived`,
      words: (name) => `A hub administrator archived ${name}. Nothing was deleted. Owners can restore or delete it.`,
    });
  });
  ctx.wakeTick();
}

type BrandRow = typeof brands.$inferSelect;

const DAY_MS = 24 * 60 * 60_000;
const MISSING = "This brand isn’t archived, or you don’t own it.";
const TOO_LATE = "This brand is being deleted and can’t be restored.";

export type ArchivedBrand = Awaited<ReturnType<typeof listArchivedBrands>>["entries"][number];

/**
 * Archived brands that the acting user owns, newest first.
 * @throws BadRequest for an invalid cursor
 */
export async function listArchivedBrands(ctx: Ctx, request: PageRequest = {}) {
  const { userId } = requireUser(ctx);
  const rows = await ctx.db
    .select({
      ...pick(brands, "id", "name", "slug", "archivedAt"),
      deletionDueAt: brandDeletions.dueAt,
      askedBy: users.name,
    })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .leftJoin(brandDeletions, eq(brandDeletions.brandId, brands.id))
    .leftJoin(users, eq(users.id, brandDeletions.askedBy))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, "owner"),
        isNotNull(brands.archivedAt),
        beforeCursor(request, brands.archivedAt, brands.id),
      ),
    )
    .orderBy(desc(brands.archivedAt), desc(brands.id))
    .limit(rowsToRead(request));
  const archived = rows.map((row) => ({ ...row, archivedAt: row.archivedAt ?? ctx.now }));
  return cutPage(archived, request, (brand) => momentCursor(brand.archivedAt, brand.id));
}

/**
 * Locks the brand before checking whether it is due, because a step of its deletion may hold the lock.
 * @throws NotFound also when `allowed` gives false, BadRequest once it is being deleted
 */
async function lockAnyArchived(tx: Ctx, brandId: string, allowed: (brand: BrandRow) => Promise<boolean>) {
  const archived = and(eq(brands.id, brandId), isNotNull(brands.archivedAt));
  const [brand] = await tx.db.select().from(brands).where(archived).for("update");
  if (!brand || !(await allowed(brand))) throw new NotFound(MISSING);
  const [deletion] = await tx.db.select().from(brandDeletions).where(eq(brandDeletions.brandId, brandId));
  if (deletion && deletion.dueAt <= (await tx.clock(tx.db))) throw new BadRequest(TOO_LATE);
  return { ...brand, deletionDueAt: deletion?.dueAt ?? null };
}

type Brand = Awaited<ReturnType<typeof lockAnyArchived>>;

/** @throws NotFound for all but owners, TwoFactorRequired, BadRequest once it is being deleted */
const lockArchived = (tx: Ctx, brandId: string): Promise<Brand> =>
  lockAnyArchived(tx, brandId, async ({ name, membersNeedTwoFactor }) => {
    const { userId } = requireUser(tx);
    const owner = and(eq(memberships.brandId, brandId), eq(memberships.userId, userId), eq(memberships.role, "owner"));
    if ((await tx.db.$count(memberships, owner)) === 0) return false;
    requireStrongSession(tx, { required: membersNeedTwoFactor, by: name });
    return true;
  });

/** In UTC, since a mail doesn't know its reader's time zone. */
const onDay = (moment: Date) => `${moment.toISOString().slice(0, 10)} (UTC)`;

/**
 * Schedules the deletion after the waiting time. Until then each owner can cancel it.
 * @throws NotFound for all but owners, ReauthRequired, BadRequest (`field: "typedSlug"`) for another slug
 */
export async function scheduleBrandDeletion(
  ctx: Ctx,
  input: { brandId: string; typedSlug: string },
): Promise<{ dueAt: Date }> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  const dueAt = await inTransaction(await atPresent(ctx), async (tx) => {
    const brand = await lockArchived(tx, input.brandId);
    if (input.typedSlug.trim() !== brand.slug)
      throw new BadRequest(`Type ${brand.slug} to delete it.`, { field: "typedSlug" });
    if (brand.deletionDueAt) return brand.deletionDueAt;
    const deletionDueAt = new Date(tx.now.getTime() + tx.retention.brandDeletionDays * DAY_MS);
    const deletion = { brandId: brand.id, askedBy: userId, askedAt: tx.now, dueAt: deletionDueAt };
    await tx.db.insert(brandDeletions).values(deletion);
    const target = { kind: "brand", id: brand.id, label: brand.name };
    const diff: Record<string, [unknown, unknown]> = { "to be deleted": [null, deletionDueAt.toISOString()] };
    await recordAudit(tx, { brandId: brand.id, action: "brand.deletion_scheduled", target, diff });
    await mailOwners(tx, brand, {
      kind: "brand.deletion_scheduled",
      subject: (name) => `${name} will be deleted`,
      words: (name) =>
        `An owner of ${name} requested its deletion. On ${onDay(deletionDueAt)}, its versions, files, API keys, deliveries and logs are permanently deleted. Any owner can cancel until then.`,
    });
    return deletionDueAt;
  });
  ctx.wakeTick();
  return { dueAt };
}

async function cancelDeletion(tx: Ctx, brand: Brand, by = "An owner"): Promise<void> {
  if (!brand.deletionDueAt) return;
  await tx.db.delete(brandDeletions).where(eq(brandDeletions.brandId, brand.id));
  const target = { kind: "brand", id: brand.id, label: brand.name };
  await recordAudit(tx, { brandId: brand.id, action: "brand.deletion_cancelled", target });
  await mailOwners(tx, brand, {
    kind: "brand.deletion_cancelled",
    subject: (name) => `${name} will not be deleted`,
    words: (name) => `${by} cancelled the deletion of ${name}. Nothing was deleted.`,
  });
}

/**
 * The brand stays archived.
 * @throws NotFound for all but owners, BadRequest once it is being deleted
 */
export async function cancelBrandDeletion(ctx: Ctx, { brandId }: { brandId: string }): Promise<void> {
  requireUser(ctx);
  await inTransaction(await atPresent(ctx), async (tx) => cancelDeletion(tx, await lockArchived(tx, brandId)));
  ctx.wakeTick();
}

/**
 * A brand archived long ago no longer counts for its creator. Restoring it counts as creating one.
 * @throws QuotaExceeded
 */
async function requireQuotaAgain(tx: Ctx, { id, archivedAt }: Brand): Promise<void> {
  const { userId } = requireUser(tx);
  if (archivedAt && archivedAt.getTime() > tx.now.getTime() - ARCHIVED_COUNTS_MS) return;
  const first = and(eq(brandVersions.brandId, id), eq(brandVersions.version, 1), eq(brandVersions.authorId, userId));
  if ((await tx.db.$count(brandVersions, first)) > 0) await requireOwnQuota(tx, { userId, adding: { brands: 1 } });
}

async function bringBack(tx: Ctx, { id }: Brand): Promise<void> {
  await tx.db.update(brands).set({ archivedAt: null }).where(eq(brands.id, id));
  await enqueueEntitlementChange(tx, { type: "entitlement.granted", brandIds: [id] });
}

/**
 * Restores a brand with its members, keys and tools, and cancels its deletion. Cancelled deliveries and void
 * invitations stay so.
 * @throws NotFound for all but owners, ReauthRequired, BadRequest once it is being deleted, QuotaExceeded when its
 * creator has reached the limit since
 */
export async function restoreBrand(ctx: Ctx, { brandId }: { brandId: string }): Promise<{ slug: string }> {
  requireUser(ctx);
  requireRecentProof(ctx);
  const slug = await inTransaction(await atPresent(ctx), async (tx) => {
    const brand = await lockArchived(tx, brandId);
    await requireQuotaAgain(tx, brand);
    await cancelDeletion(tx, brand);
    await bringBack(tx, brand);
    const target = { kind: "brand", id: brandId, label: brand.name };
    await recordAudit(tx, { brandId, action: "brand.restored", target });
    return brand.slug;
  });
  ctx.wakeTick();
  return { slug };
}

/**
 * Restores any brand and notifies its owners. Ignores its creator's quota.
 * @throws Forbidden for all but hub administrators, ReauthRequired, NotFound, BadRequest once it is being deleted
 */
export async function restoreBrandAsAdministrator(ctx: Ctx, { brandId }: { brandId: string }): Promise<void> {
  requireHubAdmin(ctx);
  requireRecentProof(ctx);
  await inTransaction(await atPresent(ctx), async (tx) => {
    const brand = await lockAnyArchived(tx, brandId, async () => true);
    await cancelDeletion(tx, brand, "A hub administrator");
    await bringBack(tx, brand);
    await recordByAdministrator(tx, brand, "brand.restored_by_administrator");
    await mailOwners(tx, brand, {
      kind: "brand.restored",
      subject: (name) => `${name} was restored`,
      words: (name) => `A hub administrator restored ${name} with its members, API keys and tools.`,
    });
  });
  ctx.wakeTick();
}
