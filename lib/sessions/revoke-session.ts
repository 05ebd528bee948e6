import { and, eq, isNull } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { Forbidden, NotFound } from "@/lib/kernel/errors";

/**
 * Ends one of the acting user's sessions at once, and with it every federation token minted from it.
 * @throws NotFound when there is no such session of theirs, or it was revoked before
 */
export async function revokeSession(ctx: Ctx, sid: string): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Forbidden();
  await ctx.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(sessions)
      .set({ revokedAt: ctx.now })
      .where(and(eq(sessions.id, sid), eq(sessions.userId, actor.userId), isNull(sessions.revokedAt)))
      .returning({ name: sessions.name, userAgent: sessions.userAgent });
    if (!revoked) throw new NotFound("There is no such session among yours.");
    const label = revoked.name ?? revoked.userAgent ?? "Browser";
    await recordAudit(
      { ...ctx, db: tx },
      { brandId: null, action: "session.revoked", target: { kind: "session", id: sid, label } },
    );
  });
}
