import { and, eq, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { drafts, sessions, users } from "@/db/schema";
import { inTransaction, requireUser, type SessionKind } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { counted } from "@/lib/platform/text";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "./describe-user-agent";

/** What these sessions are creating right now is either visible here, or sees them ended. */
async function lockOwner({ db }: Ctx, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/** The tick cancels them and notifies the user. */
async function revokeSchedules({ db, now }: Ctx, userId: string, which: SQL | undefined): Promise<void> {
  await db
    .update(drafts)
    .set({ publishRevokedAt: now })
    .where(and(eq(drafts.userId, userId), isNotNull(drafts.publishAt), which));
}

/**
 * Ends one of the acting user's sessions with its federation tokens and scheduled publishes. Signing out of the current
 * one keeps the schedules.
 * @throws NotFound
 */
export async function revokeSession(ctx: Ctx, { sid }: { sid: string }): Promise<void> {
  const { userId, session } = requireUser(ctx);
  await inTransaction(ctx, async (inTx) => {
    await lockOwner(inTx, userId);
    const [revoked] = await inTx.db
      .update(sessions)
      .set({ revokedAt: ctx.now })
      .where(and(eq(sessions.id, sid), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
      .returning({ name: sessions.name, userAgent: sessions.userAgent });
    if (!revoked) throw new NotFound("This session doesn’t exist.");
    if (session && session.sid !== sid) await revokeSchedules(inTx, userId, eq(drafts.publishSid, sid));
    const label = revoked.name ?? describeUserAgent(revoked.userAgent);
    await recordAudit(inTx, { brandId: null, action: "session.revoked", target: { kind: "session", id: sid, label } });
  });
}

interface WhichSessions {
  exceptSid?: string;
  kind?: SessionKind;
}

export async function revokeAllSessions(ctx: Ctx, which: WhichSessions = {}): Promise<number> {
  const { userId } = requireUser(ctx);
  return inTransaction(ctx, (inTx) => revokeSessionsOf(inTx, { ...which, userId }));
}

/**
 * Ends a user's sessions and scheduled publishes, and returns how many sessions. The caller has checked permission and
 * passes a transaction.
 */
export async function revokeSessionsOf(
  ctx: Ctx,
  input: WhichSessions & {
    userId: string;
    /** For the audit entry, if someone else ends them. */
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
    const count = counted(revoked.length, "session");
    const label = ofName ? `${count} of ${ofName}` : count;
    await recordAudit(ctx, { brandId: null, action: "sessions.revoked", target: { kind: "user", id: userId, label } });
  }
  return revoked.length;
}
