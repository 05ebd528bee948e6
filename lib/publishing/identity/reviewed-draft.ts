import { and, eq, sql } from "drizzle-orm";
import { drafts, reviews } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { Ctx } from "../context";
import type { Comparison, ComparisonView } from "./compare-documents";
import { readComparison } from "./read-comparison";
import { getSnapshotText } from "./snapshots";

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
