import { and, eq, type SQL } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { countApprovals } from "../reviews/approvals";

export type Draft = typeof drafts.$inferSelect;

/** The acting user's draft of a brand, in a query. */
export const ownDraft = (ctx: Ctx, { brandId }: { brandId: string }): SQL | undefined =>
  and(eq(drafts.brandId, brandId), eq(drafts.userId, requireUser(ctx).userId));

/** What a draft without a schedule says of one. */
export const NO_SCHEDULE = {
  ...{ publishAt: null, publishZone: null, publishNote: null },
  ...{ publishSid: null, publishStrong: null, publishRevokedAt: null },
};

/** When and with which note the hub publishes a draft by itself. */
export interface DraftSchedule {
  at: Date;
  /** The zone in which that was chosen. */
  zone: string;
  note: string | null;
}

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

/**
 * Takes a draft away to publish it, and with it its review, and says how many approved it as it is: where that is asked, it is locked before they
 * are counted, so that no edit comes between. Null where there is none such.
 */
export async function takeDraft(
  tx: Ctx,
  { which, approvalsRequired }: { which: SQL | undefined; approvalsRequired: number },
): Promise<{ draft: Draft; given: number } | null> {
  let given = 0;
  if (approvalsRequired > 0) {
    const [held] = await tx.db.select().from(drafts).where(which).for("update");
    if (!held) return null;
    const { brandId, userId: authorId, revision } = held;
    given = await countApprovals(tx, { brandId, authorId, revision });
  }
  const [draft] = await tx.db.delete(drafts).where(which).returning();
  return draft ? { draft, given } : null;
}
