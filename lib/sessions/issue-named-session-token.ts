import { recordAudit } from "@/lib/audit/server";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { BadRequest } from "@/lib/kernel/errors";
import { issueSession } from "./issue-session";
import { signSessionToken } from "./session-token";

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
export async function issueNamedSessionToken(ctx: Ctx, input: { name: string }): Promise<NamedSessionToken> {
  const { userId } = requireUser(ctx);
  const name = input.name.trim();
  if (name.length < 1 || name.length > MAX_NAME_LENGTH) {
    throw new BadRequest("Give the token a name of 1 to 100 characters.", { field: "name" });
  }
  const claims = await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const issued = await issueSession(inTx, { userId, source: { kind: "token", name } });
    const target = { kind: "session", id: issued.sid, label: name };
    await recordAudit(inTx, { brandId: null, action: "session_token.issued", target });
    return issued;
  });
  const token = await signSessionToken(ctx, claims);
  return { token, sid: claims.sid, expiresAt: new Date(claims.exp * 1000) };
}
