import type { Ctx } from "@/lib/kernel/context";
import { verifyHs256 } from "@/lib/kernel/hs256";
import {
  FEDERATION_AUDIENCE,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  FederationClaims,
  keyId,
} from "./federation-claims";

/**
 * The claims of a federation token of this hub, or null: key id, signature, algorithm, `typ`, issuer, audience, times and
 * every claim are checked. Says nothing about session or membership: see `authenticateFederationToken`.
 */
export function verifyFederationToken(
  { secrets, baseUrl, now }: Pick<Ctx, "secrets" | "baseUrl" | "now">,
  token: string,
): Promise<FederationClaims | null> {
  return verifyHs256(token, {
    secretFor: (kid) => secrets.federation.find((secret) => keyId(secret) === kid) ?? null,
    typ: FEDERATION_TOKEN_TYPE,
    issuer: baseUrl,
    audience: FEDERATION_AUDIENCE,
    claims: FederationClaims,
    lifetimeSeconds: FEDERATION_LIFETIME_SECONDS,
    now,
  });
}
