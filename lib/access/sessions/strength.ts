import { and, eq, ne } from "drizzle-orm";
import { drafts, sessions } from "@/db/schema";
import { inTransaction, requireUser, type SignedInActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { newLinkToken } from "@/lib/platform/key-format";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "./describe-user-agent";
import { isOwnActiveSession } from "./live-session";

/** Call it in the transaction that verified the factor. */
export async function strengthenSession(ctx: Ctx): Promise<void> {
  const { session } = requireUser(ctx);
  if (session) await ctx.db.update(sessions).set({ strong: true }).where(eq(sessions.id, session.sid));
}

/** After the last factor is gone, a password alone opened every session and schedule. Call it in that transaction. */
export async function weakenSessions({ db }: Ctx, { userId }: { userId: string }): Promise<void> {
  await db.update(sessions).set({ strong: false }).where(eq(sessions.userId, userId));
  await db.update(drafts).set({ publishStrong: false }).where(eq(drafts.userId, userId));
}

/** They used less than is now required. */
export async function voidReauthentications(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  const others = session && ne(sessions.id, session.sid);
  await ctx.db
    .update(sessions)
    .set({ proofHash: null })
    .where(and(eq(sessions.userId, userId), others));
}

/**
 * Returns a token for this browser's cookie, so a copied session cookie gains nothing. The caller has verified the
 * user.
 * @throws Unauthorized if the session has ended
 */
export async function recordReauthentication(
  ctx: Ctx<SignedInActor>,
  { strong }: { strong: boolean },
): Promise<string> {
  const { userId, session } = ctx.actor;
  const { token: proof, tokenHash: proofHash } = newLinkToken();
  await inTransaction(ctx, async (inTx) => {
    const [renewed] = await inTx.db
      .update(sessions)
      .set({ provedAt: ctx.now, proofHash, ...(strong && { strong }) })
      .where(and(isOwnActiveSession(ctx, { sid: session.sid, userId }), eq(sessions.kind, "browser")))
      .returning({ userAgent: sessions.userAgent });
    if (!renewed) throw new Unauthorized("Your session has ended. Sign in and try again.");
    const target = { kind: "session", id: session.sid, label: describeUserAgent(renewed.userAgent) };
    await recordAudit(inTx, { brandId: null, action: "session.proved", target });
  });
  return proof;
}
