import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { Role, Uuid } from "@/lib/contract";
import type { Ctx, FederationActor } from "@/lib/kernel/context";
import { verifyHs256 } from "@/lib/kernel/hs256";
import { findSessionGrant } from "@/lib/sessions/server";

/** Life of a federation token: `exp` = `iat` + this. */
export const FEDERATION_LIFETIME_SECONDS = 300;

export const FEDERATION_TOKEN_TYPE = "hub-federation+jwt";
export const FEDERATION_AUDIENCE = "hub-federation";

/** What a federation token says: this user, in this brand, by this session. Every claim is present. */
export const FederationClaims = z.object({
  iss: z.string(),
  aud: z.literal(FEDERATION_AUDIENCE),
  /** The user's id. */
  sub: Uuid,
  brand_id: Uuid,
  /** The role at minting; whoever decides anything reads it anew. */
  role: Role,
  /** The session that the first token of the chain was minted from. */
  sid: Uuid,
  /** When the user proved who they are, in Unix seconds; kept from token to token. */
  auth_time: z.int().nonnegative(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
  jti: Uuid,
});
export type FederationClaims = z.output<typeof FederationClaims>;

/** Names a secret in a token's header without telling anything of it. */
export const keyId = (secret: string): string =>
  createHash("sha256").update(`hub-federation-kid:${secret}`).digest("base64url").slice(0, 16);

/**
 * The claims of a federation token of this hub, or null: key id, signature, algorithm, `typ`, issuer, audience, times and
 * every claim are checked. Says nothing about session or membership: see `authenticateFederationToken`.
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
 * The actor that a federation token stands for, within the limits of the session behind it, or null unless the token is valid
 * and that session still in force. Whether the user is still a member of the brand is for the operation to ask. One query; the token is the proof.
 */
export async function authenticateFederationToken(
  ctx: Ctx,
  { token }: { token: string },
): Promise<FederationActor | null> {
  const claims = await verifyFederationToken(ctx, { token });
  const grant = claims && (await findSessionGrant(ctx, { sid: claims.sid, userId: claims.sub }));
  if (!grant) return null;
  return {
    kind: "federation",
    userId: claims.sub,
    brandId: claims.brand_id,
    role: claims.role,
    session: { sid: claims.sid, ...grant, authTimeSeconds: claims.auth_time, provedAt: null },
    jti: claims.jti,
  };
}

/** The two readable parts of a token. */
export interface DecodedToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

/** What a token says of itself, for people to look at. Proves nothing: nothing is verified here. */
export function describeFederationToken(token: string): DecodedToken {
  return { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } };
}
