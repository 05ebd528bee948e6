import { signHs256 } from "@/lib/kernel/hs256";
import { SESSION_TOKEN_TYPE, type SessionClaims } from "./session-claims";

/** Signs the claims as a session token; the same claims give the same string, so re-encoding never renews a session. */
export function signSessionToken(claims: SessionClaims, { secret }: { secret: string }): Promise<string> {
  const { iss, aud, sub, sid, auth_time, iat, exp } = claims;
  return signHs256({ iss, aud, sub, sid, auth_time, iat, exp }, { secret, typ: SESSION_TOKEN_TYPE });
}
