import { and, count, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { brands, drafts, memberships, reviewComments, reviewPeople, reviews, users } from "@/db/schema";
import { PERMISSIONS } from "@/lib/access";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { counted } from "@/lib/platform/text";
import type { Ctx } from "../context";
import { MAX_APPROVALS } from "./limits";

/** 403: too few approvals to publish. */
export class ApprovalsMissing extends Forbidden {
  readonly reason = "approvals_missing";

  constructor(
    readonly required: number,
    readonly given: number,
    hint = "Request a review of the draft.",
  ) {
    super(`This brand requires ${counted(required, "approval")} to publish. ${given || "None"} given so far. ${hint}`);
  }
}

/** Active members who can edit. Viewers can only comment. */
const mayApprove = () => and(inArray(memberships.role, [...PERMISSIONS.edit]), isNull(users.deactivatedAt));

interface ReviewedDraft {
  brandId: string;
  /** Authors can't approve their own drafts. */
  authorId: string;
  revision: number;
}

/** Approvals of exactly this revision by people who can still approve. */
export async function countApprovals({ db }: Ctx, { brandId, authorId, revision }: ReviewedDraft): Promise<number> {
  const [row] = await db
    .select({ given: count() })
    .from(reviews)
    .innerJoin(reviewPeople, eq(reviewPeople.reviewId, reviews.id))
    .innerJoin(memberships, and(eq(memberships.brandId, reviews.brandId), eq(memberships.userId, reviewPeople.userId)))
    .innerJoin(users, eq(users.id, reviewPeople.userId))
    .where(
      and(
        eq(reviews.brandId, brandId),
        eq(reviews.authorId, authorId),
        ne(reviewPeople.userId, authorId),
        eq(reviewPeople.answer, "approved"),
        eq(reviewPeople.revision, revision),
        mayApprove(),
      ),
    );
  return row?.given ?? 0;
}

export async function countApprovers({ db }: Ctx, { brandId }: { brandId: string }): Promise<number> {
  const [row] = await db
    .select({ people: count() })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.brandId, brandId), mayApprove()));
  return row?.people ?? 0;
}

export type Approvals = Awaited<ReturnType<typeof approvalsOf>>;

/** Unresolved comments of the review that the statement reads from `reviews`. */
const openComments = sql<number>`(
  select count(*)::int from ${reviewComments} c where c.review_id = ${reviews.id} and c.resolved_at is null)`;

/** Checks no permission: the caller does. */
export async function approvalsOf(ctx: Ctx, { brandId, userId }: { brandId: string; userId: string }) {
  const [row] = await ctx.db
    .select({
      required: brands.approvalsRequired,
      id: reviews.id,
      authorId: reviews.authorId,
      author: users.name,
      revision: drafts.revision,
      openComments,
    })
    .from(brands)
    .leftJoin(reviews, eq(reviews.brandId, brands.id))
    .leftJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(drafts, and(eq(drafts.brandId, reviews.brandId), eq(drafts.userId, reviews.authorId)))
    .where(eq(brands.id, brandId));
  const { required = 0, id, author, authorId, revision, openComments: open = 0 } = row ?? {};
  const own = authorId === userId;
  const given = own && revision ? await countApprovals(ctx, { brandId, authorId: userId, revision }) : 0;
  return { required, given, review: id && author ? { id, author, own, openComments: open } : null };
}

/**
 * Call with the brand's row locked.
 * @throws ApprovalsMissing
 */
export function requireApprovals(
  { approvalsRequired }: Pick<typeof brands.$inferSelect, "approvalsRequired">,
  { given, hint }: { given: number; hint?: string },
): void {
  if (given < approvalsRequired) throw new ApprovalsMissing(approvalsRequired, given, hint);
}

/**
 * Sets how many approvals publishing needs, also for a draft under review. Records no entry if unchanged.
 * @throws Forbidden for all but owners, BadRequest for an invalid number
 */
export async function setApprovalsRequired(ctx: Ctx, input: { brandId: string; approvals: number }): Promise<void> {
  const { brandId, approvals } = input;
  await requirePermission(ctx, brandId, "own");
  if (!Number.isInteger(approvals) || approvals < 0 || approvals > MAX_APPROVALS)
    throw new BadRequest(`Choose a number from 0 to ${MAX_APPROVALS}.`, { field: "approvals" });
  await inTransaction(ctx, async (tx) => {
    const { brand } = await lockBrand(tx, brandId, "own");
    if (brand.approvalsRequired === approvals) return;
    await tx.db.update(brands).set({ approvalsRequired: approvals }).where(eq(brands.id, brandId));
    await recordAudit(tx, {
      brandId,
      action: "brand.approvals_set",
      target: { kind: "brand", id: brandId, label: brand.name },
      diff: { approvals_required: [brand.approvalsRequired, approvals] },
    });
  });
}
