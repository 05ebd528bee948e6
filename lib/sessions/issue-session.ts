import { sessions } from "@/db/schema";
import type { Ctx } from "@/lib/kernel/context";
import { unixSeconds } from "@/lib/kernel/hs256";
import { newId } from "@/lib/kernel/ids";
import { SESSION_AUDIENCE, SESSION_LIFETIME_SECONDS, type SessionClaims } from "./session-token";

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
