import { createHash } from "node:crypto";
import type { AuthOptions } from "next-auth";
import {
  authenticateSessionCookie,
  SESSION_LIFETIME_SECONDS,
  SessionClaims,
  signSessionToken,
  verifySessionToken,
} from "@/lib/access/server";
import type { Ctx } from "@/lib/runtime/context";

/**
 * next-auth's token as the hub's session token: the cookie's value is the Bearer token, encoding claims that were decoded
 * gives the same string, and decoding succeeds only while the row of a browser's session is in force.
 */
export function sessionJwt(ctx: Ctx): AuthOptions["jwt"] {
  return {
    maxAge: SESSION_LIFETIME_SECONDS,
    encode: ({ token }) => signSessionToken(ctx, SessionClaims.parse(token)),
    async decode({ token = "" }) {
      const claims = await verifySessionToken(ctx, { token });
      const live = claims && (await authenticateSessionCookie(ctx, { cookie: token }));
      return live ? { ...claims, name: live.name, email: live.email } : null;
    },
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** next-auth's own, derived so that nothing it signs is ever a session token. */
const derived = (sessionSecret: string): string => sha256(`next-auth:${sessionSecret}`);

/** The cookie with next-auth's anti-forgery token, by its default name. */
export const csrfCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith("https:") ? "__Host-" : ""}next-auth.csrf-token`;

/** The cookie in which next-auth keeps where a sign-in leads, by its default name; whoever reads it holds the URL within the hub. */
export const callbackUrlCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith("https:") ? "__Secure-" : ""}next-auth.callback-url`;

/**
 * next-auth's secret for one request: it takes a single one, for the anti-forgery token and for the OAuth state, nonce and PKCE cookies alike.
 * While session secrets rotate it is the one that the browser's anti-forgery cookie (`token|sha256(token + secret)`) was made with, so that
 * whoever is in the middle of signing in gets through; a browser without such a cookie begins with the first.
 */
export function nextAuthSecret(sessionSecrets: readonly string[], csrfCookie: string | undefined): string {
  const [token, hash] = (csrfCookie ?? "").split("|");
  const secrets = sessionSecrets.map(derived);
  const known = hash && secrets.find((secret) => sha256(`${token}${secret}`) === hash);
  const secret = known || secrets[0];
  if (secret === undefined) throw new Error("no session secret is configured");
  return secret;
}
