import { and, eq, ne } from "drizzle-orm";
import { drafts, sessions } from "@/db/schema";
import { inTransaction, requireUser, type SignedInActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { newLinkToken } from "@/lib/platform/key-format";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "./describe-user-agent";
import { inForce } from "./live-session";

/** Notes that the acting user has just used a factor of their account in their session; in the transaction of the verb that saw it. */
export async function strengthenSession(ctx: Ctx): Promise<void> {
  const { session } = requireUser(ctx);
  if (session) await ctx.db.update(sessions).set({ strong: true }).where(eq(sessions.id, session.sid));
}

/** All of a user's sessions, and what they scheduled, count as opened by a password alone: nothing else is left to open one by. In the transaction of the verb that took it. */
export async function weakenSessions({ db }: Ctx, { userId }: { userId: string }): Promise<void> {
  await db.update(sessions).set({ strong: false }).where(eq(sessions.userId, userId));
  await db.update(drafts).set({ publishStrong: false }).where(eq(drafts.userId, userId));
}

/** What was proved in the acting user's other sessions counts no more: it was proved by less than what is asked for now. */
export async function forgetProofs(ctx: Ctx): Promise<void> {
  const { userId, session } = requireUser(ctx);
  const others = session && ne(sessions.id, session.sid);
  await ctx.db
    .update(sessions)
    .set({ proofHash: null })
    .where(and(eq(sessions.userId, userId), others));
}

/**
 * Notes in the acting user's browser session that they have just proved who they are, and whether by more than a password, and gives what
 * their browser is to bring from now on: another that holds a copy of the session's cookie has proved nothing. Whoever calls has checked the proof.
 * @throws Unauthorized when the session ended meanwhile
 */
export async function renewProof(ctx: Ctx<SignedInActor>, { strong }: { strong: boolean }): Promise<string> {
  const { userId, session } = ctx.actor;
  const { token: proof, tokenHash: proofHash } = newLinkToken();
  await inTransaction(ctx, async (inTx) => {
    const [renewed] = await inTx.db
      .update(sessions)
      .set({ provedAt: ctx.now, proofHash, ...(strong && { strong }) })
      .where(and(inForce(ctx, { sid: session.sid, userId }), eq(sessions.kind, "browser")))
      .returning({ userAgent: sessions.userAgent });
    if (!renewed) throw new Unauthorized("Your session has ended. Sign in again, then repeat this.");
    const target = { kind: "session", id: session.sid, label: describeUserAgent(renewed.userAgent) };
    await recordAudit(inTx, { brandId: null, action: "session.proved", target });
  });
  return proof;
}
