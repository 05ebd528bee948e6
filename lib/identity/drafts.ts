import { and, eq, type SQL } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";

export type Draft = typeof drafts.$inferSelect;

/** The acting user's draft of a brand, in a query. */
export const ownDraft = (ctx: Ctx, { brandId }: { brandId: string }): SQL | undefined =>
  and(eq(drafts.brandId, brandId), eq(drafts.userId, requireUser(ctx).userId));

/** The acting user's unpublished edits of a brand, or null. */
export async function findDraft(ctx: Ctx, input: { brandId: string }): Promise<Draft | null> {
  const [draft] = await ctx.db.select().from(drafts).where(ownDraft(ctx, input));
  return draft ?? null;
}
