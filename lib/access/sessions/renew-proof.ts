import { and, eq } from "drizzle-orm";
import { sessions } from "@/db/schema";
import { inTransaction, type SignedInActor } from "@/lib/platform/context";
import { Unauthorized } from "@/lib/platform/errors";
import { newLinkToken } from "@/lib/platform/link-token";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { describeUserAgent } from "./describe-user-agent";
import { inForce } from "./live-session";

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
