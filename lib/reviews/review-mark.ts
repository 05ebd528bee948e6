import { eq, sql } from "drizzle-orm";
import { brands, drafts, reviewComments, reviewPeople, reviews } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";

/**
 * Of a brand, in a statement that reads from `brands`: a text that is another one whenever what the page of its open review shows is, after an
 * edit of the draft, a comment, an answer or another request; null while none is open.
 */
export const reviewMark = sql<string | null>`(
  select md5(concat_ws(' ', r.id, r.requested_at, d.base_version, d.revision,
    (select concat_ws(',', count(*), max(c.created_at), max(c.edited_at), count(c.resolved_at), max(c.resolved_at))
      from ${reviewComments} c where c.review_id = r.id),
    (select concat_ws(',', count(*), count(*) filter (where p.asked), max(p.answered_at))
      from ${reviewPeople} p where p.review_id = r.id)))
  from ${reviews} r join ${drafts} d on d.brand_id = r.brand_id and d.user_id = r.author_id
  where r.brand_id = brands.id)`;

/** The mark of a brand's review, to be read before what it is of. @throws NotFound for who is no member */
export async function readReviewMark(ctx: Ctx, { brandId }: { brandId: string }): Promise<string | null> {
  await requirePermission(ctx, brandId, "read");
  const [row] = await ctx.db.select({ mark: reviewMark }).from(brands).where(eq(brands.id, brandId));
  return row?.mark ?? null;
}
