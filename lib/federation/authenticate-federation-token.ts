import type { Database } from "@/db/client";
import type { FederationCaller } from "@/lib/kernel/callers";
import { isSessionLive } from "@/lib/sessions/server";
import { type FederationSigning, federationSigning } from "./federation-claims";
import { verifyFederationToken } from "./verify-federation-token";

/**
 * The caller that a federation token stands for, or null unless the token is valid and the session behind it still in
 * force. Whether the user is still a member of the brand is for the operation to ask. One query.
 */
export async function authenticateFederationToken(
  db: Database,
  token: string,
  now: Date,
  signing: FederationSigning = federationSigning(),
): Promise<FederationCaller | null> {
  const claims = await verifyFederationToken(token, now, signing);
  if (!claims || !(await isSessionLive(db, { sid: claims.sid, userId: claims.sub }, now))) return null;
  return {
    kind: "federation",
    userId: claims.sub,
    sid: claims.sid,
    brandId: claims.brand_id,
    role: claims.role,
    authTimeSeconds: claims.auth_time,
    jti: claims.jti,
  };
}
