import { and, eq, type SQL } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { type Ctx, requireUser } from "@/lib/kernel/context";

export type Draft = typeof drafts.$inferSelect;

/** The acting user's draft of a brand, in a query. */
export const ownDraft = (ctx: Ctx, { brandId }: { brandId: string }): SQL | undefined =>
  and(eq(drafts.brandId, brandId), eq(drafts.userId, requireUser(ctx).userId));

/** When and with which note the hub publishes a draft by itself. */
export interface DraftSchedule {
  at: Date;
  /** The zone in which that was chosen. */
  zone: string;
  note: string | null;
}

/** What a draft says of its schedule. */
export function scheduleOf(draft: Draft | null) {
  const { publishAt: at, publishZone: zone, publishNote: note, publishFailedAt, publishFailure: reason } = draft ?? {};
  const schedule: DraftSchedule | null = at && zone ? { at, zone, note: note ?? null } : null;
  return { schedule, scheduleFailure: publishFailedAt && reason ? { at: publishFailedAt, reason } : null };
}

/** The acting user's unpublished edits of a brand, or null. */
export async function findDraft(ctx: Ctx, input: { brandId: string }): Promise<Draft | null> {
  const [draft] = await ctx.db.select().from(drafts).where(ownDraft(ctx, input));
  return draft ?? null;
}
