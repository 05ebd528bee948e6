import { and, asc, desc, eq, ilike, isNull, ne, or, sql } from "drizzle-orm";
import { memberships, reviewPeople, users } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { containing } from "@/lib/kernel/paging";
import { may } from "@/lib/members";
import { requirePermission } from "@/lib/members/server";
import { findOpenReview } from "./open-review";

/** So many are offered at once; the rest is found by typing. */
const OFFERED = 20;

export interface Reviewers {
  people: { userId: string; name: string; mayApprove: boolean; asked: boolean }[];
  /** Whether there are more than these. */
  more: boolean;
}

/**
 * Members who can be asked for a review by name, those whose name or email has `search` in it: first who is asked already, then by name.
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
    .limit(OFFERED + 1);
  return {
    people: rows.slice(0, OFFERED).map(({ role, ...person }) => ({ ...person, mayApprove: may(role, "edit") })),
    more: rows.length > OFFERED,
  };
}
