import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { type SESSION_KINDS, sessions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";

export interface WhichSessions {
  /** The session that stays. */
  exceptSid?: string;
  /** Browsers and named tokens alike, unless told. */
  kind?: (typeof SESSION_KINDS)[number];
}

/**
 * Ends a user's sessions, with an audit entry if there were any; gives how many. Whoever calls has checked that the actor may,
 * and passes a transaction as `ctx.db`.
 */
export async function revokeSessionsOf(
  ctx: Ctx,
  userId: string,
  { exceptSid, kind }: WhichSessions = {},
): Promise<number> {
  const revoked = await ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, ctx.now),
        kind === undefined ? undefined : eq(sessions.kind, kind),
        exceptSid === undefined ? undefined : ne(sessions.id, exceptSid),
      ),
    )
    .returning({ sid: sessions.id });
  if (revoked.length > 0) {
    const label = revoked.length === 1 ? "1 session" : `${revoked.length} sessions`;
    await recordAudit(ctx, { brandId: null, action: "sessions.revoked", target: { kind: "user", id: userId, label } });
  }
  return revoked.length;
}
