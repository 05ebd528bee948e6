import { verifyHs256 } from "@/lib/kernel/hs256";
import {
  SESSION_AUDIENCE,
  SESSION_LIFETIME_SECONDS,
  SESSION_TOKEN_TYPE,
  SessionClaims,
  type SessionSigning,
} from "./session-claims";

/**
 * The claims of a session token of this hub, or null: signature, algorithm, `typ`, issuer, audience, times and every claim
 * are checked. Says nothing about the session's row: see `findLiveSession`.
 */
export function verifySessionToken(
  token: string,
  { secret, issuer, now }: SessionSigning & { now: Date },
): Promise<SessionClaims | null> {
  return verifyHs256(token, {
    secretFor: () => secret,
    typ: SESSION_TOKEN_TYPE,
    issuer,
    audience: SESSION_AUDIENCE,
    claims: SessionClaims,
    lifetimeSeconds: SESSION_LIFETIME_SECONDS,
    now,
  });
}
