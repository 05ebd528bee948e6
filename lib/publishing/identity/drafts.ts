import { and, eq, type SQL, sql } from "drizzle-orm";
import { drafts, reviews } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { countApprovals } from "../reviews/approvals";
import { type Comparison, type ComparisonView, readComparison } from "./compare-documents";
import { getSnapshotText } from "./snapshots";

export type Draft = typeof drafts.$inferSelect;

/** The acting user's draft of a brand, in a query. */
export const ownDraft = (ctx: Ctx, { brandId }: { brandId: string }): SQL | undefined =>
  and(eq(drafts.brandId, brandId), eq(drafts.userId, requireUser(ctx).userId));

/** What a draft without a schedule says of one. */
export const NO_SCHEDULE = {
  ...{ publishAt: null, publishZone: null, publishNote: null },
  ...{ publishSid: null, publishStrong: null, publishRevokedAt: null },
};

/** When and with which note the hub publishes a draft by itself. */
export interface DraftSchedule {
  at: Date;
  /** The zone in which that was chosen. */
  zone: string;
  note: string | null;
}

export function scheduleOf(draft: Draft | null) {
  const { publishAt: at, publishZone: zone, publishNote: note, publishFailedAt, publishFailure: reason } = draft ?? {};
  const schedule: DraftSchedule | null = at && zone ? { at, zone, note: note ?? null } : null;
  return { schedule, scheduleFailure: publishFailedAt && reason ? { at: publishFailedAt, reason } : null };
}

/** The acting user's unpublished edits of a brand, or null. */
export async function findDraft(ctx: Ctx, input: { brandId: string }): Promise<Draft | null> {
  const [draft] = await ctx.db.select().from(drafts).where(ownDraft(ctx, input));
  return draft ?? null;
}

/**
 * Takes a draft away to publish it, and with it its review, and says how many approved it as it is: where that is asked, it is locked before they
 * are counted, so that no edit comes between. Null where there is none such.
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

/** A draft that its author has asked others to look at, and a page of what publishing it would change against its base. */
export interface ReviewedDraft {
  revision: number;
  baseVersion: number;
  /** The brand's current version; above the draft's base when somebody published meanwhile. */
  version: number;
  comparison: Comparison;
}

/** The draft under review of a brand, which every member may see, or null. @throws NotFound for who is no member */
export async function readReviewedDraft(
  ctx: Ctx,
  { brandId, ...view }: { brandId: string } & ComparisonView,
): Promise<ReviewedDraft | null> {
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
