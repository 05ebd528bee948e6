import type { Database } from "@/db/client";
import type { FederationCaller, SessionCaller } from "@/lib/kernel/callers";
import { Forbidden, Unauthorized } from "@/lib/kernel/errors";
import { signHs256, unixSeconds } from "@/lib/kernel/hs256";
import { newId } from "@/lib/kernel/ids";
import type { MemberBrand } from "@/lib/members";
import { findActiveBrand, findMemberBrand } from "@/lib/members/server";
import { isSessionLive } from "@/lib/sessions/server";
import {
  FEDERATION_AUDIENCE,
  FEDERATION_LIFETIME_SECONDS,
  FEDERATION_TOKEN_TYPE,
  type FederationClaims,
  type FederationSigning,
  federationSigning,
  keyId,
} from "./federation-claims";

/** How long after the user's own proof federation tokens may renew one another. */
const RENEWAL_LIMIT_SECONDS = 12 * 60 * 60;

export interface MintedToken {
  token: string;
  /** Equals `exp`, in Unix seconds. */
  expiresAtSeconds: number;
}

type MintingCaller = SessionCaller | FederationCaller;

async function targetBrand(db: Database, caller: MintingCaller, wanted: string | undefined): Promise<MemberBrand> {
  const own = caller.kind === "federation" ? caller.brandId : undefined;
  if (own !== undefined && wanted !== undefined && wanted !== own) {
    throw new Forbidden("A federation token can only be renewed for its own brand.");
  }
  const brandId = wanted ?? own;
  const brand = brandId ? await findMemberBrand(db, caller.userId, brandId) : await findActiveBrand(db, caller.userId);
  if (!brand)
    throw new Forbidden(brandId ? "You are not a member of this brand." : "You are not a member of any brand.");
  return brand;
}

/**
 * Mints a federation token for the caller in one brand: the one asked for, else a federation caller's own, else the active
 * one. A token that renews another keeps its `sid` and `auth_time`, so that a leaked one cannot live for ever.
 * @param input.brandId a UUID
 * @throws Unauthorized when the session is over, or a federation caller's `auth_time` is over 12 hours old
 * @throws Forbidden for a brand that the user is no member of, that is archived or unknown, or not the federation caller's own
 */
export async function mintFederationToken(
  { db, now }: { db: Database; now: Date },
  caller: MintingCaller,
  input: { brandId?: string } = {},
  signing: FederationSigning = federationSigning(),
): Promise<MintedToken> {
  const iat = unixSeconds(now);
  if (caller.kind === "federation" && iat - caller.authTimeSeconds > RENEWAL_LIMIT_SECONDS) {
    throw new Unauthorized("It is over 12 hours since the user signed in: mint from their session again.");
  }
  if (!(await isSessionLive(db, caller, now))) throw new Unauthorized();
  const brand = await targetBrand(db, caller, input.brandId?.toLowerCase());
  const [secret] = signing.secrets;
  if (secret === undefined) throw new Error("there is no secret to sign federation tokens with");

  const exp = iat + FEDERATION_LIFETIME_SECONDS;
  const claims: FederationClaims = {
    iss: signing.issuer,
    aud: FEDERATION_AUDIENCE,
    sub: caller.userId,
    brand_id: brand.id,
    role: brand.role,
    sid: caller.sid,
    auth_time: caller.authTimeSeconds,
    iat,
    exp,
    jti: newId(),
  };
  const token = await signHs256(claims, { secret, typ: FEDERATION_TOKEN_TYPE, kid: keyId(secret) });
  return { token, expiresAtSeconds: exp };
}
