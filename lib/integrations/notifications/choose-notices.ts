import { eq } from "drizzle-orm";
import { users } from "@/db/schema";
import { recordAudit } from "@/lib/access/server";
import { inTransaction, requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind } from "./kinds";

/** Which kinds the acting person wants to be told of. */
export async function readNoticeChoices(ctx: Ctx): Promise<Record<NoticeKind, boolean>> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select({ muted: users.mutedNotices }).from(users).where(eq(users.id, userId));
  const muted = new Set(user?.muted);
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, !muted.has(kind)])) as Record<NoticeKind, boolean>;
}

/** Has the acting person told of a kind, or not any more; false where it was so already. */
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
