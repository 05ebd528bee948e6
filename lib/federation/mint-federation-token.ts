import { type Ctx, type FederationActor, requireScope, type SignedInActor } from "@/lib/kernel/context";
import { Forbidden, Unauthorized } from "@/lib/kernel/errors";
import { signHs256, unixSeconds } from "@/lib/kernel/hs256";
import { newId } from "@/lib/kernel/ids";
import type { MemberBrand } from "@/lib/members";
import { enterBrand } from "@/lib/members/server";
import { findSessionGrant } from "@/lib/sessions/server";
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

async function targetBrand(ctx: Ctx<MintingActor>, wanted: string | undefined): Promise<MemberBrand> {
  const { actor } = ctx;
  const own = actor.kind === "federation" ? actor.brandId : undefined;
  if (own !== undefined && wanted !== undefined && wanted !== own) {
    throw new Forbidden("A federation token can only be renewed for its own brand.");
  }
  const brandId = wanted ?? own;
  const brand = await enterBrand(ctx, { brandId });
  if (!brand)
    throw new Forbidden(brandId ? "You are not a member of this brand." : "You are not a member of any brand.");
  return brand;
}

/**
 * Mints a federation token for the acting user in one brand: the one asked for, else a federation token's own, else the active
 * one. A token that renews another keeps its `sid` and `auth_time`, so that a leaked one cannot live for ever.
 * @param input.brandId a UUID
 * @throws Unauthorized when the session is over, or a federation token's `auth_time` is over 12 hours old
 * @throws Forbidden with a session token that may only read, for a brand that the user is no member of, that is archived or unknown, or not the federation token's own
 * @throws SecondStepNeeded with a weak session behind it, where the brand requires two steps of its members
 */
export async function mintFederationToken(
  ctx: Ctx<MintingActor>,
  input: { brandId?: string } = {},
): Promise<MintedToken> {
  requireScope(ctx, "write");
  const { actor, now } = ctx;
  const { sid, authTimeSeconds } = actor.session;
  const iat = unixSeconds(now);
  if (actor.kind === "federation" && iat - authTimeSeconds > RENEWAL_LIMIT_SECONDS) {
    throw new Unauthorized("It is over 12 hours since the user signed in: mint from their session again.");
  }
  if (!(await findSessionGrant(ctx, { sid, userId: actor.userId }))) throw new Unauthorized();
  const brand = await targetBrand(ctx, input.brandId?.toLowerCase());
  const [secret] = ctx.secrets.federation;
  if (secret === undefined) throw new Error("there is no secret to sign federation tokens with");

  const exp = iat + FEDERATION_LIFETIME_SECONDS;
  const claims: FederationClaims = {
    iss: ctx.baseUrl,
    aud: FEDERATION_AUDIENCE,
    sub: actor.userId,
    brand_id: brand.id,
    role: brand.role,
    sid,
    auth_time: authTimeSeconds,
    iat,
    exp,
    jti: newId(),
  };
  const token = await signHs256(claims, { secret, typ: FEDERATION_TOKEN_TYPE, kid: keyId(secret) });
  return { token, expiresAtSeconds: exp };
}
