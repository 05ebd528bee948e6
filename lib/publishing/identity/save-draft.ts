import { and, eq, type SQL, sql } from "drizzle-orm";
import { drafts, reviews } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import type { BrandDocument } from "@/lib/content";
import { inTransaction, requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { countApprovals } from "../reviews/approvals";
import { type ComparisonView, readComparison } from "./compare-documents";
import { checkLocks, parseDocument, withStoredFiles } from "./compile-document";
import { changesForAudit, diffDocuments } from "./diff-documents";
import { StaleDraft, StaleEdit } from "./errors";
import { documentOf } from "./flatten-document";
import { getSnapshot, getSnapshotText } from "./list-versions";
import { tidyDocument } from "./tidy-document";

export type Draft = typeof drafts.$inferSelect;

export const ownDraft = (ctx: Ctx, { brandId }: { brandId: string }): SQL | undefined =>
  and(eq(drafts.brandId, brandId), eq(drafts.userId, requireUser(ctx).userId));

export const NO_SCHEDULE = {
  ...{ publishAt: null, publishZone: null, publishNote: null },
  ...{ publishSid: null, publishStrong: null, publishRevokedAt: null },
};

export interface DraftSchedule {
  at: Date;
  /** The time zone it was chosen in. */
  zone: string;
  note: string | null;
}

export function scheduleOf(draft: Draft | null) {
  const { publishAt: at, publishZone: zone, publishNote: note, publishFailedAt, publishFailure: reason } = draft ?? {};
  const schedule: DraftSchedule | null = at && zone ? { at, zone, note: note ?? null } : null;
  return { schedule, scheduleFailure: publishFailedAt && reason ? { at: publishFailedAt, reason } : null };
}

export async function findDraft(ctx: Ctx, input: { brandId: string }): Promise<Draft | null> {
  const [draft] = await ctx.db.select().from(drafts).where(ownDraft(ctx, input));
  return draft ?? null;
}

/**
 * Deletes a draft with its review and returns its approvals. Locks it before counting, so that no edit comes
 * between. Null without such a draft.
 */
export async function takeDraft(
  tx: Ctx,
  { which, approvalsRequired }: { which: SQL | undefined; approvalsRequired: number },
): Promise<{ draft: Draft; given: number } | null> {
  let given = 0;
  if (approvalsRequired > 0) {
    const [held] = await tx.db.select().from(drafts).where(which).for("update");
    if (!held) return null;
    const { brandId, userId: authorId, revision } = held;
    given = await countApprovals(tx, { brandId, authorId, revision });
  }
  const [draft] = await tx.db.delete(drafts).where(which).returning();
  return draft ? { draft, given } : null;
}

export type ReviewedDraft = NonNullable<Awaited<ReturnType<typeof readReviewedDraft>>>;

/**
 * Every member can see it. `version` is above the draft's base if a newer one was published.
 * @throws NotFound for non-members
 */
export async function readReviewedDraft(ctx: Ctx, { brandId, ...view }: { brandId: string } & ComparisonView) {
  const { brand } = await requirePermission(ctx, brandId, "read");
  const [row] = await ctx.db
    .select({
      id: reviews.id,
      revision: drafts.revision,
      baseVersion: drafts.baseVersion,
      after: sql<string>`${drafts.document}::text`,
    })
    .from(reviews)
    .innerJoin(drafts, and(eq(drafts.brandId, reviews.brandId), eq(drafts.userId, reviews.authorId)))
    .where(eq(reviews.brandId, brandId));
  if (!row) return null;
  const { id, revision, baseVersion, after } = row;
  const read = async () => ({ before: await getSnapshotText(ctx, { brandId, version: baseVersion }), after });
  const key = `${id} ${revision}`;
  const comparison = await readComparison(ctx, { key, isDraft: true, read }, view);
  return { revision, baseVersion, version: brand.identityVersion, comparison };
}

export interface DraftSave {
  brandId: string;
  baseVersion: number;
  /** Null if the window knows of no draft. */
  revision: number | null;
  document: BrandDocument;
}

export type SavedDraft = Awaited<ReturnType<typeof saveDraft>>;

async function write(ctx: Ctx, save: DraftSave) {
  const { db, now } = ctx;
  const { brandId, baseVersion, document } = save;
  if (save.revision === null) {
    const values = { brandId, userId: requireUser(ctx).userId, baseVersion, document, revision: 1, updatedAt: now };
    return db.insert(drafts).values(values).onConflictDoNothing().returning();
  }
  return db
    .update(drafts)
    .set({ document, revision: sql`${drafts.revision} + 1`, updatedAt: now })
    .where(and(ownDraft(ctx, save), eq(drafts.revision, save.revision), eq(drafts.baseVersion, baseVersion)))
    .returning();
}

/**
 * Saves the acting user's only draft of a brand. `version` is above the draft's base if a newer one was published.
 * @throws Forbidden for viewers, and for locked colours without the permission
 * @throws StaleEdit when a new draft would start from an old version
 * @throws StaleDraft when another window saved since
 * @throws BadRequest when the document is invalid or names another brand's file
 */
export async function saveDraft(ctx: Ctx, save: DraftSave) {
  const { role, brand } = await requirePermission(ctx, save.brandId, "edit");
  const edited = parseDocument(save.document);
  const base = await getSnapshot(ctx, { brandId: save.brandId, version: save.baseVersion });
  if (save.revision === null && save.baseVersion !== brand.identityVersion) {
    const current = await getSnapshot(ctx, { brandId: save.brandId, version: brand.identityVersion });
    throw new StaleEdit(brand.identityVersion, diffDocuments(base, current));
  }
  checkLocks(role, base, edited);
  const document = await withStoredFiles(ctx, { brandId: save.brandId, document: edited });
  const [row] = await write(ctx, { ...save, document });
  if (!row) throw new StaleDraft();
  return {
    revision: row.revision,
    updatedAt: row.updatedAt,
    changes: diffDocuments(documentOf(base), tidyDocument(row.document)),
    version: brand.identityVersion,
  };
}

/**
 * Copies an old version into a new draft on the current version.
 * @throws BadRequest when the user has a draft, Forbidden and StaleDraft as `saveDraft`
 */
export async function draftVersion(
  ctx: Ctx,
  { brandId, version }: { brandId: string; version: number },
): Promise<void> {
  const { brand } = await requirePermission(ctx, brandId, "edit");
  if (await findDraft(ctx, { brandId })) throw new BadRequest("You already have a draft. Publish or discard it first.");
  const document = documentOf(await getSnapshot(ctx, { brandId, version }));
  await saveDraft(ctx, { brandId, baseVersion: brand.identityVersion, revision: null, document });
}

/** The audit entry lists the discarded changes. False if there was no draft. */
export async function discardDraft(ctx: Ctx, { brandId }: { brandId: string }): Promise<boolean> {
  await requirePermission(ctx, brandId, "edit");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "edit");
    const [draft] = await tx.db.delete(drafts).where(ownDraft(tx, { brandId })).returning();
    if (!draft) return false;
    const base = documentOf(await getSnapshot(tx, { brandId, version: draft.baseVersion }));
    const target = { kind: "draft", id: brandId, label: `Draft based on version ${draft.baseVersion}` };
    const diff = changesForAudit(diffDocuments(base, tidyDocument(draft.document)));
    await recordAudit(tx, { brandId, action: "draft.discarded", target, diff });
    return true;
  });
}
