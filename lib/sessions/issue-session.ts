import { sessions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, requireUser } from "@/lib/kernel/context";
import { unixSeconds } from "@/lib/kernel/hs256";
import { newId } from "@/lib/kernel/ids";
import { SESSION_AUDIENCE, SESSION_LIFETIME_SECONDS, type SessionClaims, signSessionToken } from "./session-token";
import { requireTokenName } from "./token-name";

/** Longer user agents tell a person nothing more. */
const MAX_USER_AGENT_LENGTH = 400;

export interface NewSession {
  userId: string;
  /** A browser that signed in, or a token that its owner named. */
  source: { kind: "browser" } | { kind: "token"; name: string };
  userAgent?: string | null;
}

/**
 * Opens a session of 30 days for a user who has just proved who they are: writes its row and gives the claims to sign.
 * Whoever calls has checked the proof. Pass a transaction as `ctx.db` to write more with it.
 */
export async function issueSession(
  { db, now, clientIp, baseUrl }: Ctx,
  { userId, source, userAgent }: NewSession,
): Promise<SessionClaims> {
  const iat = unixSeconds(now);
  const exp = iat + SESSION_LIFETIME_SECONDS;
  const sid = newId();
  await db.insert(sessions).values({
    id: sid,
    userId,
    kind: source.kind,
    name: source.kind === "token" ? source.name : null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    clientIp,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(exp * 1000),
  });
  return { iss: baseUrl, aud: SESSION_AUDIENCE, sub: userId, sid, auth_time: iat, iat, exp };
}

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
  const name = requireTokenName(input.name);
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
