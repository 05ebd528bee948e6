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
