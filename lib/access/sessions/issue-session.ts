import { z } from "zod";
import { SESSION_SCOPES, sessions } from "@/db/schema";
import { Uuid } from "@/lib/contract";
import {
  inTransaction,
  requireRecentProof,
  requireUser,
  type Secrets,
  type SessionScope,
} from "@/lib/platform/context";
import { signHs256, unixSeconds, verifyHs256 } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import { requireText } from "@/lib/platform/require-text";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { requireActive } from "../members/require-permission";
import { requireOwnQuota } from "../quotas/quota-use";
import { MAX_TOKEN_NAME_LENGTH } from "./describe-user-agent";
import { findLiveSession, holdSession, type LiveSession } from "./live-session";

const MAX_USER_AGENT_LENGTH = 400;

interface NewSession {
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
  ctx: Ctx,
  { userId, source, userAgent, newBrowser = false, strong = false }: NewSession,
): Promise<SessionClaims> {
  await requireActive(ctx, userId);
  const { db, now, clientIp, baseUrl } = ctx;
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

export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/**
 * After the clock was set back, every token seems to come from the future. The session's row decides, so nobody is
 * signed out.
 */
const CLOCK_SET_BACK_SECONDS = 24 * 60 * 60;

export const SESSION_TOKEN_TYPE = "hub-session+jwt";
const SESSION_AUDIENCE = "hub";

/** `exp` bounds the token; the session's row may end it sooner. */
export const SessionClaims = z.object({
  iss: z.string(),
  aud: z.literal(SESSION_AUDIENCE),
  sub: Uuid,
  sid: Uuid,
  /** When the user authenticated, in Unix seconds. */
  auth_time: z.int().nonnegative(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
});
export type SessionClaims = z.output<typeof SessionClaims>;

/** Equal claims give an equal string, so re-encoding never renews a session. */
export function signSessionToken(
  { secrets }: { secrets: Pick<Secrets, "session"> },
  claims: SessionClaims,
): Promise<string> {
  const { iss, aud, sub, sid, auth_time, iat, exp } = claims;
  const [secret] = secrets.session;
  if (secret === undefined) throw new Error("no session secret is configured");
  return signHs256({ iss, aud, sub, sid, auth_time, iat, exp }, { secret, typ: SESSION_TOKEN_TYPE });
}

/**
 * Checks signature, algorithm, `typ`, issuer, audience, times and every claim, but not the session's row: see
 * `findLiveSession`.
 */
export function verifySessionToken(
  { secrets, baseUrl, now }: Pick<Ctx, "secrets" | "baseUrl" | "now">,
  { token }: { token: string },
): Promise<SessionClaims | null> {
  return verifyHs256(token, {
    secretsFor: () => secrets.session,
    typ: SESSION_TOKEN_TYPE,
    issuer: baseUrl,
    audience: SESSION_AUDIENCE,
    claims: SessionClaims,
    lifetimeSeconds: SESSION_LIFETIME_SECONDS,
    setBackSeconds: CLOCK_SET_BACK_SECONDS,
    now,
  });
}

/** The session of a Bearer token, or null. Authorised by the token. */
export async function authenticateSessionToken(ctx: Ctx, { token }: { token: string }): Promise<LiveSession | null> {
  const claims = await verifySessionToken(ctx, { token });
  return claims && findLiveSession(ctx, claims);
}

/**
 * The session of a browser's cookie, or null: a named token opens no page. Authorised by the cookie. Only the
 * re-authentication cookie in `proof` shows a recent re-authentication.
 */
export async function authenticateSessionCookie(
  ctx: Ctx,
  { cookie, proof }: { cookie: string; proof?: string },
): Promise<LiveSession | null> {
  const claims = await verifySessionToken(ctx, { token: cookie });
  const session = claims && (await findLiveSession(ctx, claims, proof));
  return session?.actor.session.kind === "browser" ? session : null;
}
