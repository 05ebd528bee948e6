import { and, eq, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { drafts, sessions, users } from "@/db/schema";
import { requireUser, type SessionKind } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "./describe-user-agent";

/** Has what a session of theirs is making at this moment be there to be ended too, or find that its session has ended. */
async function lockOwner({ db }: Ctx, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** Marks what a person has scheduled in some sessions; the tick ends it and tells them. */
async function revokeSchedules({ db, now }: Ctx, userId: string, which: SQL | undefined): Promise<void> {
  await db
    .update(drafts)
    .set({ publishRevokedAt: now })
    .where(and(eq(drafts.userId, userId), isNotNull(drafts.publishAt), which));
}

/**
 * Ends one of the acting user's sessions at once, and with it every federation token minted from it. What it scheduled ends too, unless
 * they sign out there themselves.
 * @throws NotFound when there is no such session of theirs, or it was revoked before
 */
export async function revokeSession(ctx: Ctx, { sid }: { sid: string }): Promise<void> {
  const { userId, session } = requireUser(ctx);
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await lockOwner(inTx, userId);
    const [revoked] = await tx
      .update(sessions)
      .set({ revokedAt: ctx.now })
      .where(and(eq(sessions.id, sid), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
      .returning({ name: sessions.name, userAgent: sessions.userAgent });
    if (!revoked) throw new NotFound("There is no such session among yours.");
    if (session && session.sid !== sid) await revokeSchedules(inTx, userId, eq(drafts.publishSid, sid));
    const label = revoked.name ?? describeUserAgent(revoked.userAgent);
    const target = { kind: "session", id: sid, label };
    await recordAudit(inTx, { brandId: null, action: "session.revoked", target });
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
 * Ends a user's sessions and what they scheduled, with an audit entry if there were any; gives how many. Whoever calls has checked that the actor may,
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
  await lockOwner(ctx, userId);
  const others = exceptSid === undefined ? undefined : sql`${drafts.publishSid} is distinct from ${exceptSid}::uuid`;
  if (kind !== "token") await revokeSchedules(ctx, userId, others);
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
