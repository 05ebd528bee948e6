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
 * The cookie's value is the Bearer token. Re-encoding decoded claims gives the same string, and decoding fails once the
 * session has ended.
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

/** Nothing next-auth signs is a valid session token. */
const derived = (sessionSecret: string): string => sha256(`next-auth:${sessionSecret}`);

/** next-auth's default name. */
export const csrfCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith("https:") ? "__Host-" : ""}next-auth.csrf-token`;

/** next-auth's default name. Readers must keep the URL within the hub. */
export const callbackUrlCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith("https:") ? "__Secure-" : ""}next-auth.callback-url`;

/**
 * next-auth takes one secret. During a rotation, use the one that signed this browser's CSRF cookie
 * (`token|sha256(token + secret)`), so that pending sign-ins succeed.
 */
export function nextAuthSecret(sessionSecrets: readonly string[], csrfCookie: string | undefined): string {
  const [token, hash] = (csrfCookie ?? "").split("|");
  const secrets = sessionSecrets.map(derived);
  const known = hash && secrets.find((secret) => sha256(`${token}${secret}`) === hash);
  const secret = known || secrets[0];
  if (secret === undefined) throw new Error("no session secret is configured");
  return secret;
}
