import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { sessions, users } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { describeUserAgent } from "./describe-user-agent";
import type { SessionKind } from "./scopes";

/**
 * Ends one of the acting user's sessions at once, and with it every federation token minted from it.
 * @throws NotFound when there is no such session of theirs, or it was revoked before
 */
export async function revokeSession(ctx: Ctx, { sid }: { sid: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  await ctx.db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(sessions)
      .set({ revokedAt: ctx.now })
      .where(and(eq(sessions.id, sid), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
      .returning({ name: sessions.name, userAgent: sessions.userAgent });
    if (!revoked) throw new NotFound("There is no such session among yours.");
    const label = revoked.name ?? describeUserAgent(revoked.userAgent);
    const target = { kind: "session", id: sid, label };
    await recordAudit({ ...ctx, db: tx }, { brandId: null, action: "session.revoked", target });
  });
}

interface WhichSessions {
  /** The session that stays. */
  exceptSid?: string;
  /** Browsers and named tokens alike when left out. */
  kind?: SessionKind;
}

/** Ends all of the acting user's sessions, browsers and named tokens, but for `exceptSid`; gives how many ended. */
export async function revokeAllSessions(ctx: Ctx, which: WhichSessions = {}): Promise<number> {
  const { userId } = requireUser(ctx);
  return ctx.db.transaction((tx) => revokeSessionsOf({ ...ctx, db: tx }, { ...which, userId }));
}

/**
 * Ends a user's sessions, with an audit entry if there were any; gives how many. Whoever calls has checked that the actor may,
 * and passes a transaction as `ctx.db`.
 */
export async function revokeSessionsOf(
  ctx: Ctx,
  input: WhichSessions & {
    userId: string;
    /** Whose they are, for the log, where another ends them. */
    ofName?: string;
  },
): Promise<number> {
  const { userId, exceptSid, kind, ofName } = input;
  // What a session is making at this moment is there to be ended too, or finds that its session has ended.
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
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
    const count = revoked.length === 1 ? "1 session" : `${revoked.length} sessions`;
    const label = ofName ? `${count} of ${ofName}` : count;
    await recordAudit(ctx, { brandId: null, action: "sessions.revoked", target: { kind: "user", id: userId, label } });
  }
  return revoked.length;
}
