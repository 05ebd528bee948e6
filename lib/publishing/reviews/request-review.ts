import { and, eq, inArray, isNull, notInArray } from "drizzle-orm";
import { drafts, memberships, reviewPeople, reviews, users } from "@/db/schema";
import { can } from "@/lib/access";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { parseNote } from "../identity/compile-document";
import { MAX_REVIEWERS } from "./limits";
import { findOpenReview, getOpenReview, type ReviewKey, reviewTarget } from "./read-review";

export interface ReviewRequest {
  brandId: string;
  note: string | null;
  /** User ids. Empty asks nobody by name. */
  reviewers: readonly string[];
}

/** @throws BadRequest when one isn't a member or is the author */
async function checkReviewers({ db }: Ctx, brandId: string, userId: string, reviewers: readonly string[]) {
  if (reviewers.length > MAX_REVIEWERS)
    throw new BadRequest(`Choose at most ${MAX_REVIEWERS} reviewers.`, { field: "reviewers" });
  if (reviewers.length === 0) return;
  const members = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.brandId, brandId), inArray(users.id, [...reviewers]), isNull(users.deactivatedAt)));
  if (members.length < reviewers.length || reviewers.includes(userId))
    throw new BadRequest("Choose other members of this brand.", { field: "reviewers" });
}

/**
 * A second request replaces note and reviewers, and keeps comments and answers.
 * @throws BadRequest without a draft, while another draft is under review, or for reviewers who aren't members
 */
export async function requestReview(ctx: Ctx, input: ReviewRequest): Promise<{ reviewId: string }> {
  const { brandId } = input;
  await requirePermission(ctx, brandId, "edit");
  const reviewers = [...new Set(input.reviewers)];
  const note = parseNote(input.note, "note");
  return inTransaction(ctx, async (tx) => {
    const { userId } = await lockBrand(tx, brandId, "edit");
    const open = await findOpenReview(tx, { brandId });
    if (open && open.authorId !== userId)
      throw new BadRequest("Another member’s draft is under review. A brand can have one review at a time.");
    const [draft] = await tx.db
      .select({ baseVersion: drafts.baseVersion })
      .from(drafts)
      .where(and(eq(drafts.brandId, brandId), eq(drafts.userId, userId)))
      .for("update");
    if (!draft) throw new BadRequest("You have no draft of this brand.");
    await checkReviewers(tx, brandId, userId, reviewers);
    const id = open?.id ?? newId();
    await tx.db
      .insert(reviews)
      .values({ id, brandId, authorId: userId, note, requestedAt: tx.now })
      .onConflictDoUpdate({ target: reviews.brandId, set: { note, requestedAt: tx.now } });
    const others = and(
      eq(reviewPeople.reviewId, id),
      reviewers.length > 0 ? notInArray(reviewPeople.userId, reviewers) : undefined,
    );
    await tx.db.update(reviewPeople).set({ asked: false }).where(others);
    if (reviewers.length > 0)
      await tx.db
        .insert(reviewPeople)
        .values(reviewers.map((reviewer) => ({ reviewId: id, userId: reviewer, asked: true })))
        .onConflictDoUpdate({ target: [reviewPeople.reviewId, reviewPeople.userId], set: { asked: true } });
    const target = reviewTarget({ id, baseVersion: draft.baseVersion });
    await recordAudit(tx, { brandId, action: "review.requested", target });
    return { reviewId: id };
  });
}

/**
 * Deletes the review with its comments and answers.
 * @throws Forbidden for all but its author, owners and admins
 */
export async function withdrawReview(ctx: Ctx, key: ReviewKey): Promise<void> {
  const { brandId } = key;
  await requirePermission(ctx, brandId, "edit");
  await inTransaction(ctx, async (tx) => {
    const { userId, role } = await lockBrand(tx, brandId, "edit");
    const review = await getOpenReview(tx, key);
    if (review.authorId !== userId && !can(role, "manage"))
      throw new Forbidden("Only the author, owners and admins can withdraw this review.");
    await tx.db.delete(reviews).where(eq(reviews.id, review.id));
    await recordAudit(tx, { brandId, action: "review.withdrawn", target: reviewTarget(review) });
  });
}

export interface ReviewAnswer extends ReviewKey {
  answer: "approved" | "changes_asked";
  revision: number;
}

/**
 * Replaces the person's earlier answer.
 * @throws Forbidden for viewers and for the draft's author
 * @throws BadRequest when the draft changed since, NotFound once the review is over
 */
export async function answerReview(ctx: Ctx, { answer, revision, ...key }: ReviewAnswer): Promise<void> {
  const { brandId } = key;
  await requirePermission(ctx, brandId, "edit");
  await inTransaction(ctx, async (tx) => {
    const { userId } = await lockBrand(tx, brandId, "edit");
    const review = await getOpenReview(tx, key);
    if (review.authorId === userId) throw new Forbidden("You can’t review your own draft. Ask another member.");
    if (review.revision !== revision)
      throw new BadRequest("The draft was changed since you opened it. Review it again.");
    const given = { answer, revision, answeredAt: tx.now };
    await tx.db
      .insert(reviewPeople)
      .values({ reviewId: review.id, userId, asked: false, ...given })
      .onConflictDoUpdate({ target: [reviewPeople.reviewId, reviewPeople.userId], set: given });
    const action = answer === "approved" ? "review.approved" : "review.changes_asked";
    await recordAudit(tx, { brandId, action, target: reviewTarget(review) });
  });
}
