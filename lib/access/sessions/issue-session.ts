import { eq } from "drizzle-orm";
import { SESSION_SCOPES, sessions, users } from "@/db/schema";
import { inTransaction, requireRecentProof, requireUser, type SessionScope } from "@/lib/platform/context";
import { AccountDeactivated } from "@/lib/platform/errors";
import { unixSeconds } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import { requireText } from "@/lib/platform/require-text";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireOwnQuota } from "../quotas/quota-use";
import { MAX_TOKEN_NAME_LENGTH } from "./describe-user-agent";
import { holdSession } from "./live-session";
import { SESSION_AUDIENCE, SESSION_LIFETIME_SECONDS, type SessionClaims, signSessionToken } from "./session-token";

const MAX_USER_AGENT_LENGTH = 400;

export interface NewSession {
  userId: string;
  /** `proofHash` is the digest of the re-authentication token. */
  source: { kind: "browser"; proofHash?: string } | { kind: "token"; name: string; scopes: readonly SessionScope[] };
  userAgent?: string | null;
  newBrowser?: boolean;
  /** Whether more than a password opened it. A named token inherits this. */
  strong?: boolean;
}

/**
 * Creates a 30-day session and returns its claims to sign. The caller has authenticated the user and passes a
 * transaction. A concurrent deactivation waits and then ends this session too.
 * @throws AccountDeactivated
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

export type NamedSessionToken = Awaited<ReturnType<typeof issueNamedSessionToken>>;

/**
 * Returns the token once; the hub stores only its session.
 * @throws ReauthRequired, QuotaExceeded, BadRequest for an empty name or one over 100 characters
 */
export async function issueNamedSessionToken(ctx: Ctx, input: { name: string; scopes?: readonly SessionScope[] }) {
  const { userId, session } = requireUser(ctx);
  requireRecentProof(ctx);
  const name = requireText(input.name, { ask: "Give the token a name", max: MAX_TOKEN_NAME_LENGTH });
  const { scopes = SESSION_SCOPES } = input;
  const claims = await inTransaction(ctx, async (inTx) => {
    await requireOwnQuota(inTx, { userId, adding: { sessionTokens: 1 } });
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
