import { createHash } from "node:crypto";
import { z } from "zod";
import { Role, Uuid } from "@/lib/contract";

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
