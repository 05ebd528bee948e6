import { eq } from "drizzle-orm";
import { SESSION_SCOPES, sessions, users } from "@/db/schema";
import { requireRecentProof, requireUser, type SessionScope } from "@/lib/platform/context";
import { AccountDeactivated } from "@/lib/platform/errors";
import { unixSeconds } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireOwnRoom } from "../quotas/require-room";
import { holdSession } from "./hold-session";
import { SESSION_AUDIENCE, SESSION_LIFETIME_SECONDS, type SessionClaims, signSessionToken } from "./session-token";
import { requireTokenName } from "./token-name";

/** Longer user agents tell a person nothing more. */
const MAX_USER_AGENT_LENGTH = 400;

export interface NewSession {
  userId: string;
  /** A browser that signed in, with the digest of the proof that it gets; or a token that its owner named. */
  source: { kind: "browser"; proofHash?: string } | { kind: "token"; name: string; scopes: readonly SessionScope[] };
  userAgent?: string | null;
  /** A browser that had not signed in to this account before, while the account had been used. */
  newBrowser?: boolean;
  /** Whether it was opened by more than a password; a named token is as strong as the session that issued it. */
  strong?: boolean;
}

/**
 * Opens a session of 30 days for a user who has just proved who they are: writes its row and gives the claims to sign.
 * Whoever calls has checked the proof, and passes a transaction as `ctx.db`: it makes whoever deactivates the account wait, and then end
 * this session too. @throws AccountDeactivated, by whatever way they came
 */
export async function issueSession(
  { db, now, clientIp, baseUrl }: Ctx,
  { userId, source, userAgent, newBrowser = false, strong = false }: NewSession,
): Promise<SessionClaims> {
  const [user] = await db
    .select({ deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("share");
  if (user?.deactivatedAt) throw new AccountDeactivated();
  const iat = unixSeconds(now);
  const exp = iat + SESSION_LIFETIME_SECONDS;
  const sid = newId();
  await db.insert(sessions).values({
    id: sid,
    userId,
    kind: source.kind,
    name: source.kind === "token" ? source.name : null,
    scopes: [...(source.kind === "token" ? source.scopes : SESSION_SCOPES)],
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    newBrowser,
    strong,
    clientIp,
    createdAt: now,
    provedAt: now,
    proofHash: source.kind === "browser" ? source.proofHash : null,
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
 * again; the hub keeps only its session's row. It may do everything a session may over the API unless `scopes` says less.
 * @throws ProofNeeded, BadRequest when the name is empty or over 100 characters, QuotaExceeded
 */
export async function issueNamedSessionToken(
  ctx: Ctx,
  input: { name: string; scopes?: readonly SessionScope[] },
): Promise<NamedSessionToken> {
  const { userId, session } = requireUser(ctx);
  requireRecentProof(ctx);
  const name = requireTokenName(input.name);
  const { scopes = SESSION_SCOPES } = input;
  const claims = await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await requireOwnRoom(inTx, { userId, adding: { sessionTokens: 1 } });
    await holdSession(inTx);
    const issued = await issueSession(inTx, {
      userId,
      source: { kind: "token", name, scopes },
      strong: session?.strong,
    });
    const target = { kind: "session", id: issued.sid, label: name };
    await recordAudit(inTx, { brandId: null, action: "session_token.issued", target });
    return issued;
  });
  const token = await signSessionToken(ctx, claims);
  return { token, sid: claims.sid, expiresAt: new Date(claims.exp * 1000) };
}
