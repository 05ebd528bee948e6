import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { type SESSION_KINDS, sessions } from "@/db/schema";
import { recordAudit } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { Forbidden } from "@/lib/errors";

interface Which {
  /** The session that stays. */
  exceptSid?: string;
  /** Browsers and named tokens alike, unless told. */
  kind?: (typeof SESSION_KINDS)[number];
}

/** Ends all of the acting user's sessions, browsers and named tokens, but for `exceptSid`; gives how many ended. */
export async function revokeAllSessions(ctx: Ctx, { exceptSid, kind }: Which = {}): Promise<number> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Forbidden();
  return ctx.db.transaction(async (tx) => {
    const revoked = await tx
      .update(sessions)
      .set({ revokedAt: ctx.now })
      .where(
        and(
          eq(sessions.userId, actor.userId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, ctx.now),
          kind === undefined ? undefined : eq(sessions.kind, kind),
          exceptSid === undefined ? undefined : ne(sessions.id, exceptSid),
        ),
      )
      .returning({ sid: sessions.id });
    if (revoked.length > 0) {
      const label = revoked.length === 1 ? "1 session" : `${revoked.length} sessions`;
      await recordAudit(
        { ...ctx, db: tx },
        { brandId: null, action: "sessions.revoked", target: { kind: "user", id: actor.userId, label } },
      );
    }
    return revoked.length;
  });
}
