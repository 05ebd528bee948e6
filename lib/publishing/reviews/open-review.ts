import { and, eq } from "drizzle-orm";
import { drafts, reviews } from "@/db/schema";
import { NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";

export interface ReviewKey {
  brandId: string;
  reviewId: string;
}

/** A review with the draft that it is of, as that stands. */
export interface OpenReview {
  id: string;
  authorId: string;
  note: string | null;
  requestedAt: Date;
  revision: number;
  baseVersion: number;
}

export async function findOpenReview({ db }: Ctx, { brandId }: { brandId: string }): Promise<OpenReview | null> {
  const [row] = await db
    .select({
      id: reviews.id,
      authorId: reviews.authorId,
      note: reviews.note,
      requestedAt: reviews.requestedAt,
      revision: drafts.revision,
      baseVersion: drafts.baseVersion,
    })
    .from(reviews)
    .innerJoin(drafts, and(eq(drafts.brandId, reviews.brandId), eq(drafts.userId, reviews.authorId)))
    .where(eq(reviews.brandId, brandId));
  return row ?? null;
}

/** The same, for whoever acts on the one that they saw. @throws NotFound once that one is over */
export async function getOpenReview(ctx: Ctx, { brandId, reviewId }: ReviewKey): Promise<OpenReview> {
  const review = await findOpenReview(ctx, { brandId });
  if (review?.id !== reviewId)
    throw new NotFound("This review is over: the draft was published, discarded or withdrawn.");
  return review;
}

/** What the log calls a review. */
export const reviewTarget = ({ id, baseVersion }: Pick<OpenReview, "id" | "baseVersion">) => ({
  kind: "review",
  id,
  label: `Draft over version ${baseVersion}`,
});
