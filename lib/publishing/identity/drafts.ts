import { and, eq, type SQL, sql } from "drizzle-orm";
import { drafts, reviews } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { countApprovals } from "../reviews/approvals";
import { type Comparison, type ComparisonView, readComparison } from "./compare-documents";
import { getSnapshotText } from "./snapshots";

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

export interface ReviewedDraft {
  revision: number;
  baseVersion: number;
  /** Above the draft's base if a newer version was published. */
  version: number;
  comparison: Comparison;
}

/**
 * Every member can see it.
 * @throws NotFound for non-members
 */
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
