import { enterBrand, findSessionGrant } from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import { type FederationActor, type MemberBrand, requireScope, type SignedInActor } from "@/lib/platform/context";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { signHs256, unixSeconds } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { enterFederatedBrand, findFederatedPlace } from "./federated-place";
import {
  FEDERATION_AUDIENCE,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  type FederationClaims,
  keyId,
} from "./federation-token";

/** How long after the user's own proof federation tokens may renew one another. */
const RENEWAL_LIMIT_SECONDS = 12 * 60 * 60;

export interface MintedToken {
  token: string;
  /** Equals `exp`, in Unix seconds. */
  expiresAtSeconds: number;
}

type MintingActor = SignedInActor | FederationActor;

/** The brand that a session's token is for. @throws Unauthorized, Forbidden, SecondStepNeeded */
async function brandOfSession(ctx: Ctx<SignedInActor>, brandId: string | undefined): Promise<MemberBrand> {
  const { session, userId } = ctx.actor;
  if (!(await findSessionGrant(ctx, { sid: session.sid, userId }))) throw new Unauthorized();
  const brand = await enterBrand(ctx, { brandId });
  if (!brand)
    throw new Forbidden(brandId ? "You are not a member of this brand." : "You are not a member of any brand.");
  return brand;
}

/** The brand that a federation token is renewed for: its own, while its tool may act for it. @throws Unauthorized, Forbidden, SecondStepNeeded */
async function brandOfToken(ctx: Ctx<FederationActor>, wanted: string | undefined): Promise<MemberBrand> {
  const { session, ...actor } = ctx.actor;
  if (unixSeconds(ctx.now) - session.authTimeSeconds > RENEWAL_LIMIT_SECONDS) {
    throw new Unauthorized("It is over 12 hours since the user signed in: mint from their session again.");
  }
  const found = await findFederatedPlace(ctx, { ...actor, sid: session.sid });
  if (!found) throw new Unauthorized();
  if (wanted !== undefined && wanted !== actor.brandId) {
    throw new Forbidden("A federation token can only be renewed for its own brand.");
  }
  return enterFederatedBrand(ctx, found.place);
}

/** Signs a token for the acting person in a brand which they may enter, for this tool alone where there is one. */
export async function signFederationToken(
  { actor, now, baseUrl, secrets }: Ctx<MintingActor>,
  { brand, toolSlug }: { brand: MemberBrand; toolSlug: string | null },
): Promise<MintedToken> {
  const [secret] = secrets.federation;
  if (secret === undefined) throw new Error("there is no secret to sign federation tokens with");
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
 * Mints a federation token for the acting user in one brand: the one asked for, else a federation token's own, else the active
 * one. A token that renews another keeps its `sid` and `auth_time`, so that a leaked one cannot live for ever, and its tool, which ends it.
 * @param input.brandId a UUID
 * @throws Unauthorized when the session is over, or a federation token's `auth_time` is over 12 hours old
 * @throws Forbidden with a session token that may only read, for a brand that the user is no member of, that is archived or unknown, or not the federation
 *   token's own, and once the tool of a federation token is disabled or not the brand's any more
 * @throws SecondStepNeeded with a weak session behind it, where the brand requires two steps of its members
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

/** Who a federation token stands for, as the database has it now. */
export interface FederatedUser {
  userId: string;
  brandId: string;
  role: Role;
  /** Slugs of the tools that the brand is entitled to, in order. */
  entitlements: string[];
  /** The tool that the token was minted for; null where it was for none in particular. */
  toolSlug: string | null;
}

/** What has ended behind a token makes it worth nothing: 401, where others are told that they may not. */
function enterOrEnd(ctx: Ctx<FederationActor>): MemberBrand {
  try {
    return enterFederatedBrand(ctx, ctx.actor.place);
  } catch (error) {
    if (error instanceof Forbidden) throw new Unauthorized(error.message, { cause: error });
    throw error;
  }
}

/** Guarantees that a token which was minted for a tool is not taken by another. @throws Unauthorized */
function requireItsTool({ actor: { toolSlug, caller, place } }: Ctx<FederationActor>): void {
  if (toolSlug === null) return;
  if (caller !== undefined && caller.toolSlug !== toolSlug)
    throw new Unauthorized("The token was minted for another tool.");
  if (caller === undefined && place.tool?.ownCredentialsOnly)
    throw new Unauthorized("The tool of this token exchanges it with its own child app token and X-Tool-Slug alone.");
}

/**
 * Exchanges the acting federation token for its user's place in its brand, as it was read with the token. Not single-use: children retry.
 * @throws Unauthorized for the token of another tool, or without the tool's credentials where it asks for them; and once the membership ended, the
 * brand is archived, its tool is disabled or not the brand's any more, or it requires two steps of its members and the session is a weak one
 */
export function exchangeFederationToken(ctx: Ctx<FederationActor>): FederatedUser {
  requireItsTool(ctx);
  const { id: brandId, role } = enterOrEnd(ctx);
  const { userId, place, toolSlug } = ctx.actor;
  return { userId, brandId, role, entitlements: place.entitlements, toolSlug };
}
