import { reviewPeople } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { getOpenReview, type ReviewKey, reviewTarget } from "./open-review";

export interface ReviewAnswer extends ReviewKey {
  answer: "approved" | "changes_asked";
  /** The revision of the draft that the person saw. */
  revision: number;
}

/**
 * Approves a draft as the acting user saw it, or asks for changes; the last answer of each person is theirs.
 * @throws Forbidden for viewers, and for whoever's draft it is
 * @throws BadRequest when the draft was changed since, NotFound once the review is over
 */
export async function answerReview(ctx: Ctx, { answer, revision, ...key }: ReviewAnswer): Promise<void> {
  const { brandId } = key;
  await requirePermission(ctx, brandId, "edit");
  await inTransaction(ctx, async (tx) => {
    const { userId } = await lockBrand(tx, brandId, "edit");
    const review = await getOpenReview(tx, key);
    if (review.authorId === userId) throw new Forbidden("Nobody approves their own draft. Others do.");
    if (review.revision !== revision)
      throw new BadRequest("The draft was changed since you opened it. Look at it once more.");
    const given = { answer, revision, answeredAt: tx.now };
    await tx.db
      .insert(reviewPeople)
      .values({ reviewId: review.id, userId, asked: false, ...given })
      .onConflictDoUpdate({ target: [reviewPeople.reviewId, reviewPeople.userId], set: given });
    const action = answer === "approved" ? "review.approved" : "review.changes_asked";
    await recordAudit(tx, { brandId, action, target: reviewTarget(review) });
  });
}
