import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { BadRequest, Forbidden } from "@/lib/kernel/errors";
import { issueSession } from "./issue-session";
import { type SessionSigning, sessionSigning } from "./session-claims";
import { signSessionToken } from "./sign-session-token";

const MAX_NAME_LENGTH = 100;

/** A session token as it is shown once to the person who asked for it. */
export interface NamedSessionToken {
  token: string;
  sid: string;
  expiresAt: Date;
}

/**
 * Issues a session token for the acting user's back office, revocable like any session. The token is given here and never
 * again; the hub keeps only its session's row. @throws BadRequest when the name is empty or over 100 characters
 */
export async function issueNamedSessionToken(
  ctx: Ctx,
  input: { name: string },
  signing: SessionSigning = sessionSigning(),
): Promise<NamedSessionToken> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Forbidden();
  const name = input.name.trim();
  if (name.length < 1 || name.length > MAX_NAME_LENGTH) {
    throw new BadRequest("Give the token a name of 1 to 100 characters.", { field: "name" });
  }
  const claims = await ctx.db.transaction(async (tx) => {
    const source = { kind: "token", name } as const;
    const issued = await issueSession(
      tx,
      { userId: actor.userId, source, address: ctx.clientIp },
      ctx.now,
      signing.issuer,
    );
    await recordAudit(
      { ...ctx, db: tx },
      { brandId: null, action: "session_token.issued", target: { kind: "session", id: issued.sid, label: name } },
    );
    return issued;
  });
  const token = await signSessionToken(claims, signing);
  return { token, sid: claims.sid, expiresAt: new Date(claims.exp * 1000) };
}
