import { and, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { pick } from "@/db/pick";
import { brands, drafts, memberships, reviewComments, reviewPeople, reviews, users } from "@/db/schema";
import { can, PERMISSIONS } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { NotFound } from "@/lib/platform/errors";
import { searching } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { countApprovals } from "./approvals";

export interface ReviewKey {
  brandId: string;
  reviewId: string;
}

export interface OpenReview
  extends Pick<typeof reviews.$inferSelect, "id" | "authorId" | "note" | "requestedAt">,
    Pick<typeof drafts.$inferSelect, "revision" | "baseVersion"> {}

export async function findOpenReview({ db }: Ctx, { brandId }: { brandId: string }): Promise<OpenReview | null> {
  const [row] = await db
    .select({ ...pick(reviews, "id", "authorId", "note", "requestedAt"), ...pick(drafts, "revision", "baseVersion") })
    .from(reviews)
    .innerJoin(drafts, and(eq(drafts.brandId, reviews.brandId), eq(drafts.userId, reviews.authorId)))
    .where(eq(reviews.brandId, brandId));
  return row ?? null;
}

/**
 * The open review if it is still the one the user saw.
 * @throws NotFound once that review is over
 */
export async function getOpenReview(ctx: Ctx, { brandId, reviewId }: ReviewKey): Promise<OpenReview> {
  const review = await findOpenReview(ctx, { brandId });
  if (review?.id !== reviewId)
    throw new NotFound("This review has ended. The draft was published, discarded or withdrawn.");
  return review;
}

export const reviewTarget = ({ id, baseVersion }: Pick<OpenReview, "id" | "baseVersion">) => ({
  kind: "review",
  id,
  label: `Draft based on version ${baseVersion}`,
});

export interface ReviewPerson extends Pick<typeof reviewPeople.$inferSelect, "asked" | "answer" | "answeredAt"> {
  userId: string;
  name: string;
  /** False once the draft changed, or the person can't approve any more. */
  counts: boolean;
  ofThisDraft: boolean;
}

export interface ReviewComment extends Omit<typeof reviewComments.$inferSelect, "reviewId"> {
  author: string;
}

export type Review = NonNullable<Awaited<ReturnType<typeof readReview>>>;

/**
 * Null if no review is open.
 * @throws NotFound for non-members
 */
export async function readReview(ctx: Ctx, { brandId }: { brandId: string }) {
  const { brand, role, userId } = await requirePermission(ctx, brandId, "read");
  const review = await findOpenReview(ctx, { brandId });
  if (!review) return null;
  const { id, authorId, revision } = review;
  const [author] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, authorId));
  const editing = sql<boolean>`coalesce(${inArray(memberships.role, [...PERMISSIONS.edit])}, false) and ${isNull(users.deactivatedAt)}`;
  const people = await ctx.db
    .select({
      userId: users.id,
      name: users.name,
      ...pick(reviewPeople, "asked", "answer", "answeredAt"),
      ofThisDraft: sql<boolean>`coalesce(${eq(reviewPeople.revision, revision)}, false)`,
      editing,
    })
    .from(reviewPeople)
    .innerJoin(users, eq(users.id, reviewPeople.userId))
    .leftJoin(memberships, and(eq(memberships.brandId, brandId), eq(memberships.userId, reviewPeople.userId)))
    .where(eq(reviewPeople.reviewId, id))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id));
  const comments = await ctx.db
    .select({
      ...pick(reviewComments, "id", "userId", "path", "text", "createdAt", "editedAt", "resolvedAt"),
      author: users.name,
    })
    .from(reviewComments)
    .innerJoin(users, eq(users.id, reviewComments.userId))
    .where(eq(reviewComments.reviewId, id))
    .orderBy(asc(reviewComments.createdAt), asc(reviewComments.id));
  const isAuthor = authorId === userId;
  return {
    ...review,
    author: author?.name ?? "",
    required: brand.approvalsRequired,
    given: await countApprovals(ctx, { brandId, authorId, revision }),
    people: people.map(
      ({ editing: mayApprove, ...person }): ReviewPerson => ({
        ...person,
        counts: person.answer === "approved" && person.ofThisDraft && mayApprove,
      }),
    ),
    comments,
    mayAnswer: !isAuthor && can(role, "edit"),
    mayWithdraw: isAuthor || can(role, "manage"),
    isAuthor,
    userId,
  };
}

/** Changes with each edit, comment, answer or request of the open review. Null if none is open. */
export const reviewMark = sql<string | null>`(
  select md5(concat_ws(' ', r.id, r.requested_at, d.base_version, d.revision,
    (select concat_ws(',', count(*), max(c.created_at), max(c.edited_at), count(c.resolved_at), max(c.resolved_at))
      from ${reviewComments} c where c.review_id = r.id),
    (select concat_ws(',', count(*), count(*) filter (where p.asked), max(p.answered_at))
      from ${reviewPeople} p where p.review_id = r.id)))
  from ${reviews} r join ${drafts} d on d.brand_id = r.brand_id and d.user_id = r.author_id
  where r.brand_id = brands.id)`;

/**
 * Read it before the review, so that a change in between is noticed.
 * @throws NotFound for non-members
 */
export async function readReviewMark(ctx: Ctx, { brandId }: { brandId: string }): Promise<string | null> {
  await requirePermission(ctx, brandId, "read");
  const [row] = await ctx.db.select({ mark: reviewMark }).from(brands).where(eq(brands.id, brandId));
  return row?.mark ?? null;
}

const MAX_OFFERED = 20;

/**
 * Those asked already come first.
 * @throws Forbidden for viewers
 */
export async function listReviewers(ctx: Ctx, { brandId, search }: { brandId: string; search: string }) {
  const { userId } = await requirePermission(ctx, brandId, "edit");
  const review = await findOpenReview(ctx, { brandId });
  const asked = sql<boolean>`coalesce(${reviewPeople.asked}, false)`;
  const rows = await ctx.db
    .select({ userId: users.id, name: users.name, role: memberships.role, asked })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(
      reviewPeople,
      review ? and(eq(reviewPeople.reviewId, review.id), eq(reviewPeople.userId, users.id)) : sql`false`,
    )
    .where(
      and(
        eq(memberships.brandId, brandId),
        ne(users.id, userId),
        isNull(users.deactivatedAt),
        searching(search.trim(), users.name, users.email),
      ),
    )
    .orderBy(desc(asked), asc(sql`lower(${users.name})`), asc(users.id))
    .limit(MAX_OFFERED + 1);
  return {
    people: rows.slice(0, MAX_OFFERED).map(({ role, ...person }) => ({ ...person, mayApprove: can(role, "edit") })),
    more: rows.length > MAX_OFFERED,
  };
}
