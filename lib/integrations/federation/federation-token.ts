import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { Role, Slug, Uuid } from "@/lib/contract";
import type { FederationActor } from "@/lib/platform/context";
import { verifyHs256 } from "@/lib/platform/hs256";
import type { Ctx } from "../context";
import { findFederatedAccess } from "./federated-access";

/** `exp` is `iat` plus this. */
export const FEDERATION_LIFETIME_SECONDS = 300;

export const FEDERATION_TOKEN_TYPE = "hub-federation+jwt";
export const FEDERATION_AUDIENCE = "hub-federation";

export const FederationClaims = z.object({
  iss: z.string(),
  aud: z.literal(FEDERATION_AUDIENCE),
  sub: Uuid,
  brand_id: Uuid,
  /** When minted. Decisions read the current one. */
  role: Role,
  /** Session of the chain's first token. */
  sid: Uuid,
  /** Last proof of identity, in Unix seconds. Renewals keep it. */
  auth_time: z.int().nonnegative(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
  jti: Uuid,
  /** The tool the token was minted for, if any (docs/adr/0038-azp-names-the-tool.md). */
  azp: Slug.optional(),
});
export type FederationClaims = z.output<typeof FederationClaims>;

const keyIds = new Map<string, string>();

/** Identifies a secret without revealing it. */
export function keyId(secret: string): string {
  const known = keyIds.get(secret);
  if (known) return known;
  const id = createHash("sha256").update(`hub-federation-kid:${secret}`).digest("base64url").slice(0, 16);
  keyIds.set(secret, id);
  return id;
}

/**
 * Returns the claims, or null if key id, signature, algorithm, `typ`, issuer, audience, times or a claim are wrong.
 * Doesn't check session or membership.
 */
export function verifyFederationToken(
  { secrets, baseUrl, now }: Pick<Ctx, "secrets" | "baseUrl" | "now">,
  { token }: { token: string },
): Promise<FederationClaims | null> {
  return verifyHs256(token, {
    secretsFor: (kid) => secrets.federation.filter((secret) => keyId(secret) === kid),
    typ: FEDERATION_TOKEN_TYPE,
    issuer: baseUrl,
    audience: FEDERATION_AUDIENCE,
    claims: FederationClaims,
    lifetimeSeconds: FEDERATION_LIFETIME_SECONDS,
    now,
  });
}

/**
 * Returns the token's actor, or null unless token and session are valid. Operations check membership and access by
 * `place`. One query.
 */
export async function authenticateFederationToken(
  ctx: Ctx,
  { token }: { token: string },
): Promise<FederationActor | null> {
  const claims = await verifyFederationToken(ctx, { token });
  if (!claims) return null;
  const { sub: userId, sid, brand_id: brandId, role, auth_time: authTimeSeconds, jti, azp: toolSlug = null } = claims;
  const access = await findFederatedAccess(ctx, { userId, sid, brandId, toolSlug });
  if (!access) return null;
  const session = { sid, ...access.session, authTimeSeconds, provedAt: null };
  return { kind: "federation", userId, brandId, role, session, jti, toolSlug, place: access.place };
}

export interface DecodedToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/** Decodes a token without verifying it. */
export function describeFederationToken(token: string): DecodedToken {
  return { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } };
}
