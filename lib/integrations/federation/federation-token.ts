import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { Role, Slug, Uuid } from "@/lib/contract";
import type { FederationActor } from "@/lib/platform/context";
import { verifyHs256 } from "@/lib/platform/hs256";
import { after, type Soon } from "@/lib/platform/timing";
import type { Ctx } from "../context";
import { findFederatedPlace } from "./federated-place";

/** Life of a federation token: `exp` = `iat` + this. */
export const FEDERATION_LIFETIME_SECONDS = 300;

export const FEDERATION_TOKEN_TYPE = "hub-federation+jwt";
export const FEDERATION_AUDIENCE = "hub-federation";

/** What a federation token says: this user, in this brand, by this session. Every claim is present, but for the tool. */
export const FederationClaims = z.object({
  iss: z.string(),
  aud: z.literal(FEDERATION_AUDIENCE),
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
  /** The tool that it was handed to, as OpenID Connect has the authorized party; absent where it was minted for none (docs/adr/0038-azp-names-the-tool.md). */
  azp: Slug.optional(),
});
export type FederationClaims = z.output<typeof FederationClaims>;

const keyIds = new Map<string, string>();

/** Names a secret in a token's header without telling anything of it. */
export function keyId(secret: string): string {
  const known = keyIds.get(secret);
  if (known) return known;
  const id = createHash("sha256").update(`hub-federation-kid:${secret}`).digest("base64url").slice(0, 16);
  keyIds.set(secret, id);
  return id;
}

/**
 * The claims of a federation token of this hub, or null: key id, signature, algorithm, `typ`, issuer, audience, times and
 * every claim are checked. Says nothing about session or membership: see `authenticateFederationToken`.
 */
export function verifyFederationToken(
  { secrets, baseUrl, now }: Pick<Ctx, "secrets" | "baseUrl" | "now">,
  { token }: { token: string },
): Soon<FederationClaims | null> {
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
 * and that session still in force. Whether the user is still a member of the brand, and the brand the tool's, is for the operation to ask of its `place`.
 * One query; the token is the proof.
 */
export function authenticateFederationToken(ctx: Ctx, { token }: { token: string }): Soon<FederationActor | null> {
  return after(verifyFederationToken(ctx, { token }), (claims) => claims && findFederatedActor(ctx, claims));
}

async function findFederatedActor(ctx: Ctx, claims: FederationClaims): Promise<FederationActor | null> {
  const { sub: userId, sid, brand_id: brandId, role, auth_time: authTimeSeconds, jti, azp: toolSlug = null } = claims;
  const found = await findFederatedPlace(ctx, { userId, sid, brandId, toolSlug });
  if (!found) return null;
  const session = { sid, ...found.session, authTimeSeconds, provedAt: null };
  return { kind: "federation", userId, brandId, role, session, jti, toolSlug, place: found.place };
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
