import { and, asc, desc, eq, ilike, isNull, ne, or, sql } from "drizzle-orm";
import { brands, drafts, memberships, reviewComments, reviewPeople, reviews, users } from "@/db/schema";
import { can } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { containing } from "@/lib/platform/paging";
import type { Ctx } from "../context";
import { findOpenReview } from "./read-review";

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

export interface Reviewers {
  people: { userId: string; name: string; mayApprove: boolean; asked: boolean }[];
  more: boolean;
}

/**
 * Those asked already come first.
 * @throws Forbidden for viewers
 */
export async function listReviewers(
  ctx: Ctx,
  { brandId, search }: { brandId: string; search: string },
): Promise<Reviewers> {
  const { userId } = await requirePermission(ctx, brandId, "edit");
  const review = await findOpenReview(ctx, { brandId });
  const pattern = containing(search.trim());
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
        or(ilike(users.name, pattern), ilike(users.email, pattern)),
      ),
    )
    .orderBy(desc(asked), asc(sql`lower(${users.name})`), asc(users.id))
    .limit(MAX_OFFERED + 1);
  return {
    people: rows.slice(0, MAX_OFFERED).map(({ role, ...person }) => ({ ...person, mayApprove: can(role, "edit") })),
    more: rows.length > MAX_OFFERED,
  };
}
