import { z } from "zod";
import { Uuid } from "@/lib/contract";
import type { Secrets } from "@/lib/platform/context";
import { signHs256, verifyHs256 } from "@/lib/platform/hs256";
import type { Ctx } from "../context";
import { findLiveSession, type LiveSession } from "./live-session";

export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/**
 * After the clock was set back, every token seems to come from the future. The session's row decides, so nobody is
 * signed out.
 */
const CLOCK_SET_BACK_SECONDS = 24 * 60 * 60;

export const SESSION_TOKEN_TYPE = "hub-session+jwt";
export const SESSION_AUDIENCE = "hub";

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
