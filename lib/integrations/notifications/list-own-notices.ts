import { eq, type SQL, sql } from "drizzle-orm";
import { users } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { readNoticeDetails } from "./notice-details";
import { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind, sentencesOf } from "./notice-words";

const MAX_SHOWN = 20;

export interface OwnNotice {
  id: string;
  kind: NoticeKind;
  happenedAt: Date;
  text: string;
  mailed: boolean;
}

/** The acting user's latest 20 notifications that still apply. */
export async function listOwnNotices(ctx: Ctx): Promise<OwnNotice[]> {
  const { userId } = requireUser(ctx);
  const details = await readNoticeDetails(ctx, { userId, where: sql`true`, limit: MAX_SHOWN });
  return details
    .filter(({ isCurrent }) => isCurrent)
    .flatMap((notice) =>
      sentencesOf([notice], String).map((text) => ({
        id: notice.id,
        kind: notice.kind,
        happenedAt: notice.happenedAt,
        text,
        mailed: notice.mailed,
      })),
    );
}

export async function readNoticeChoices(ctx: Ctx): Promise<Record<NoticeKind, boolean>> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select({ muted: users.mutedNotices }).from(users).where(eq(users.id, userId));
  const muted = new Set(user?.muted);
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, !muted.has(kind)])) as Record<NoticeKind, boolean>;
}

/** Returns false if nothing changed. */
export async function chooseNotice(
  ctx: Ctx,
  { kind, wanted }: { kind: NoticeKind; wanted: boolean },
): Promise<boolean> {
  const { userId } = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const own = eq(users.id, userId);
    const [user] = await tx.db
      .select({ name: users.name, muted: users.mutedNotices })
      .from(users)
      .where(own)
      .for("no key update");
    if (!user || user.muted.includes(kind) !== wanted) return false;
    const others = user.muted.filter((other) => other !== kind);
    await tx.db
      .update(users)
      .set({ mutedNotices: wanted ? others : [...others, kind] })
      .where(own);
    await recordAudit(tx, {
      brandId: null,
      action: "account.notice_chosen",
      target: { kind: "user", id: userId, label: user.name },
      diff: { [NOTICE_WORDS[kind].label]: [!wanted, wanted] },
    });
    return true;
  });
}

/**
 * A topic repeats after a day at the earliest, so an endpoint that fails for 200 brands makes one mail a day. New
 * managers and review comments repeat hourly; failed publishes and reviews are sent at once.
 */
export const isDue = (at: SQL, { toPeople }: { toPeople: boolean }): SQL => sql`n.told_at is null and not exists (
  select from notices t where ${toPeople ? sql`t.user_id = n.user_id` : sql`t.user_id is null`} and t.kind = n.kind
    and t.topic = n.topic
    and t.told_at > ${at} - case when n.kind in ('new_manager', 'review_commented') then interval '1 hour'
      when n.kind in ('publish_failed', 'review_requested', 'review_answered') then interval '0'
      else interval '24 hours' end)`;
