import { createHash } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { enterBrand, findSessionGrant } from "@/lib/access/server";
import { Role, Slug, Uuid } from "@/lib/contract";
import { type FederationActor, type MemberBrand, requireScope, type SignedInActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { signHs256, unixSeconds, verifyHs256 } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { enterFederatedBrand, findFederatedAccess } from "./federated-access";

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
function keyId(secret: string): string {
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

export type DecodedToken = ReturnType<typeof describeFederationToken>;

/** Decodes a token without verifying it. */
export function describeFederationToken(token: string) {
  return { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } };
}

/** Renewals end this long after sign-in. */
const RENEWAL_LIMIT_SECONDS = 12 * 60 * 60;

export interface MintedToken {
  token: string;
  expiresAtSeconds: number;
}

type MintingActor = SignedInActor | FederationActor;

async function brandOfSession(ctx: Ctx<SignedInActor>, brandId: string | undefined): Promise<MemberBrand> {
  const { session, userId } = ctx.actor;
  if (!(await findSessionGrant(ctx, { sid: session.sid, userId }))) throw new Unauthorized();
  const brand = await enterBrand(ctx, { brandId });
  if (!brand)
    throw new Forbidden(brandId ? "You are not a member of this brand." : "You are not a member of any brand.");
  return brand;
}

async function brandOfToken(ctx: Ctx<FederationActor>, wanted: string | undefined): Promise<MemberBrand> {
  const { session, ...actor } = ctx.actor;
  if (unixSeconds(ctx.now) - session.authTimeSeconds > RENEWAL_LIMIT_SECONDS) {
    throw new Unauthorized("The user signed in over 12 hours ago. Mint a new token from their session.");
  }
  const access = await findFederatedAccess(ctx, { ...actor, sid: session.sid });
  if (!access) throw new Unauthorized();
  if (wanted !== undefined && wanted !== actor.brandId) {
    throw new Forbidden("A federation token can only be renewed for its own brand.");
  }
  return enterFederatedBrand(ctx, access.place);
}

/** With `toolSlug`, only that tool can use it. Check access first. */
export async function signFederationToken(
  { actor, now, baseUrl, secrets }: Ctx<MintingActor>,
  { brand, toolSlug }: { brand: MemberBrand; toolSlug: string | null },
): Promise<MintedToken> {
  const [secret] = secrets.federation;
  if (secret === undefined) throw new Error("no secret is configured for federation tokens");
  const iat = unixSeconds(now);
  const exp = iat + FEDERATION_LIFETIME_SECONDS;
  const claims: FederationClaims = {
    iss: baseUrl,
    aud: FEDERATION_AUDIENCE,
    sub: actor.userId,
    brand_id: brand.id,
    role: brand.role,
    sid: actor.session.sid,
    auth_time: actor.session.authTimeSeconds,
    iat,
    exp,
    jti: newId(),
    ...(toolSlug !== null && { azp: toolSlug }),
  };
  const token = await signHs256(claims, { secret, typ: FEDERATION_TOKEN_TYPE, kid: keyId(secret) });
  return { token, expiresAtSeconds: exp };
}

/**
 * Mints a token for the given brand, else the acting token's own, else the active one. A renewal keeps `sid`,
 * `auth_time` and tool, so a leaked token can't be renewed forever.
 * @param input.brandId a UUID
 * @throws Unauthorized once the session ended, or 12 hours after a federation token's `auth_time`
 * @throws Forbidden for a read-only session token, a non-member, another brand than the token's, or a tool that is
 *   disabled or lost access
 * @throws TwoFactorRequired for a weak session, if the brand requires two-factor sign-in
 */
export async function mintFederationToken(
  ctx: Ctx<MintingActor>,
  input: { brandId?: string } = {},
): Promise<MintedToken> {
  requireScope(ctx, "write");
  const { actor } = ctx;
  const wanted = input.brandId?.toLowerCase();
  if (actor.kind === "federation") {
    const brand = await brandOfToken({ ...ctx, actor }, wanted);
    return signFederationToken(ctx, { brand, toolSlug: actor.toolSlug });
  }
  const brand = await brandOfSession({ ...ctx, actor }, wanted);
  return signFederationToken(ctx, { brand, toolSlug: null });
}

/** As the database has them now. */
export type FederatedUser = ReturnType<typeof exchangeFederationToken>;

/** Whatever ended makes the token worthless: 401 instead of 403. */
function enterOrEnd(ctx: Ctx<FederationActor>): MemberBrand {
  try {
    return enterFederatedBrand(ctx, ctx.actor.place);
  } catch (error) {
    if (error instanceof Forbidden) throw new Unauthorized(error.message, { cause: error });
    throw error;
  }
}

/** @throws Unauthorized for a token of another tool */
function requireItsTool({ actor: { toolSlug, caller, place } }: Ctx<FederationActor>): void {
  if (toolSlug === null) return;
  if (caller !== undefined && caller.toolSlug !== toolSlug)
    throw new Unauthorized("The token was minted for another tool.");
  if (caller === undefined && place.tool?.ownCredentialsOnly)
    throw new Unauthorized("Only the token's tool can exchange it, with its child app token and X-Tool-Slug.");
}

/**
 * Exchanges the acting token for its user's current data. Not single-use, because children retry.
 * @throws Unauthorized for another tool's token, without required tool credentials, or once membership, access or the
 *   session no longer suffices
 */
export function exchangeFederationToken(ctx: Ctx<FederationActor>) {
  requireItsTool(ctx);
  const { id: brandId, role } = enterOrEnd(ctx);
  const { userId, place, toolSlug } = ctx.actor;
  return { userId, brandId, role, entitlements: place.entitlements, toolSlug };
}
