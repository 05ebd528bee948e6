import { z } from "zod";
import { Uuid } from "@/lib/contract";
import type { Secrets } from "@/lib/platform/context";
import { signHs256, verifyHs256 } from "@/lib/platform/hs256";
import type { Ctx } from "../context";
import { findLiveSession, type LiveSession } from "./live-session";

/** How long a session lives, browser or named token. */
export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** A machine's clock that is set back makes every token one of the future. Nobody is signed out for that: the session's row knows better. */
const CLOCK_SET_BACK_SECONDS = 24 * 60 * 60;

export const SESSION_TOKEN_TYPE = "hub-session+jwt";
export const SESSION_AUDIENCE = "hub";

/** What a session token says. Every claim is present; `exp` bounds the token, the session's row may end it sooner. */
export const SessionClaims = z.object({
  iss: z.string(),
  aud: z.literal(SESSION_AUDIENCE),
  sub: Uuid,
  sid: Uuid,
  /** When the user proved who they are, in Unix seconds. */
  auth_time: z.int().nonnegative(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
});
export type SessionClaims = z.output<typeof SessionClaims>;

/** Signs the claims as a session token; the same claims give the same string, so re-encoding never renews a session. */
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
 * The claims of a session token of this hub, or null: signature, algorithm, `typ`, issuer, audience, times and every claim
 * are checked. Says nothing about the session's row: see `findLiveSession`.
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

/** The live session that a Bearer token of the API stands for, or null for anything else. Anybody may try: the token is the proof. */
export async function authenticateSessionToken(ctx: Ctx, { token }: { token: string }): Promise<LiveSession | null> {
  const claims = await verifySessionToken(ctx, { token });
  return claims && findLiveSession(ctx, claims);
}

/**
 * The live session of a browser's session cookie, or null for anything else: a token that its owner named is for the API alone
 * and opens no page. Anybody may try: the cookie is the proof. What needs a recent one finds it only with the browser's proof cookie.
 */
export async function authenticateSessionCookie(
  ctx: Ctx,
  { cookie, proof }: { cookie: string; proof?: string },
): Promise<LiveSession | null> {
  const claims = await verifySessionToken(ctx, { token: cookie });
  const session = claims && (await findLiveSession(ctx, claims, proof));
  return session?.actor.session.kind === "browser" ? session : null;
}
