import { z } from "zod";
import { env } from "@/lib/config/env";
import { Uuid } from "@/lib/contract";

/** How long a session lives, browser or named token. */
export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

export const SESSION_TOKEN_TYPE = "hub-session+jwt";
export const SESSION_AUDIENCE = "hub";

/** What a session token says. Every claim is present; `exp` bounds the token, the session's row may end it sooner. */
export const SessionClaims = z.object({
  iss: z.string(),
  aud: z.literal(SESSION_AUDIENCE),
  /** The user's id. */
  sub: Uuid,
  /** The session row's id. */
  sid: Uuid,
  /** When the user proved who they are, in Unix seconds. */
  auth_time: z.int().nonnegative(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
});
export type SessionClaims = z.output<typeof SessionClaims>;

/** What session tokens are signed with, and in whose name. */
export interface SessionSigning {
  secret: string;
  /** The hub's base URL. */
  issuer: string;
}

/** The signing of this hub: `SESSION_SECRET`, in the name of `HUB_BASE_URL`. */
export const sessionSigning = (): SessionSigning => ({ secret: env.SESSION_SECRET, issuer: env.HUB_BASE_URL });
