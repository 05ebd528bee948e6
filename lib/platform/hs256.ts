import { hash } from "node:crypto";
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from "jose";
import { LRUCache } from "lru-cache";
import type { z } from "zod";

/** Seconds by which two clocks may differ (RFC 8725 leaves the figure to the profile). */
const CLOCK_SKEW_SECONDS = 5;

/** Far above any token of the hub, far below what is worth parsing for somebody unknown. */
const MAX_TOKEN_LENGTH = 4096;

const HMAC = { name: "HMAC", hash: "SHA-256" };
const keys = new Map<string, Promise<CryptoKey>>();

/** Each configured secret is imported once; there are only ever a handful. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const imported = crypto.subtle.importKey("raw", Buffer.from(secret), HMAC, false, ["sign", "verify"]);
  keys.set(secret, imported);
  return imported;
}

export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** Signs the claims, as they are, as a JWT with HS256 and the given `typ`; the same input gives the same string. */
export async function signHs256(
  claims: JWTPayload,
  { secret, typ, kid }: { secret: string; typ: string; kid?: string },
): Promise<string> {
  const header = { alg: "HS256", typ, ...(kid !== undefined && { kid }) };
  return new SignJWT(claims).setProtectedHeader(header).sign(await keyOf(secret));
}

/** The moment to verify at: when the token says that it was issued, where the clock may have been set back since then. */
function verifiedAt(iat: number, now: Date, setBackSeconds: number): Date {
  const aheadMs = iat * 1000 - now.getTime();
  return aheadMs > 0 && aheadMs <= setBackSeconds * 1000 ? new Date(now.getTime() + aheadMs) : now;
}

/** When a token was issued and when it ends, in Unix seconds. */
interface Times {
  iat: number;
  exp: number;
}

interface Expected<Claims extends z.ZodType<Times>> {
  /** Gives the secrets that may have signed a token with this `kid`; none refuses the token. */
  secretsFor: (kid: string | undefined) => readonly string[];
  typ: string;
  issuer: string;
  audience: string;
  /** Every claim that must be there, and its form. */
  claims: Claims;
  /** The longest life, from `iat`, that such a token is ever given. */
  lifetimeSeconds: number;
  /** Seconds by which the clock may have been set back since the token was issued; none unless told. */
  setBackSeconds?: number;
  now: Date;
}

/** What a token that was found genuine says, and by which secret. */
interface Genuine {
  secret: string;
  kid: string | undefined;
  claims: Times;
}

/** By a digest of the token and of what was expected of it but for its secret and the time, which are asked of each request: of no more than so many. */
const MOST_REMEMBERED = 10_000;
const genuine = new LRUCache<string, Genuine>({ max: MOST_REMEMBERED });

/** Whether the token's times hold, as `jwtVerify` asks of one that is not known yet. */
function isInTime({ iat, exp }: Times, at: Date, lifetimeSeconds: number): boolean {
  const nowSeconds = unixSeconds(at);
  const age = nowSeconds - iat;
  return (
    exp > nowSeconds - CLOCK_SKEW_SECONDS && age >= -CLOCK_SKEW_SECONDS && age <= lifetimeSeconds + CLOCK_SKEW_SECONDS
  );
}

/** The claims if this secret signed the token, null if another did. @throws JOSEError when it is not as expected otherwise */
async function verifiedWith<Claims extends z.ZodType<Times>>(
  secret: string,
  token: string,
  { typ, issuer, audience, lifetimeSeconds, claims, at }: Expected<Claims> & { at: Date },
): Promise<z.output<Claims> | null> {
  const expected: JWTVerifyOptions = {
    algorithms: ["HS256"],
    typ,
    issuer,
    audience,
    requiredClaims: ["exp"],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: CLOCK_SKEW_SECONDS,
    currentDate: at,
  };
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), expected);
    return claims.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return null;
    throw error;
  }
}

/** Verifies a token that is not known yet, and remembers it under this digest where it is genuine. */
async function verifyAnew<Claims extends z.ZodType<Times>>(
  token: string,
  digest: string,
  expected: Expected<Claims>,
): Promise<z.output<Claims> | null> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const at = verifiedAt(decodeJwt(token).iat ?? 0, expected.now, expected.setBackSeconds ?? 0);
    for (const secret of expected.secretsFor(kid)) {
      const claims = await verifiedWith(secret, token, { ...expected, at });
      if (!claims) continue;
      genuine.set(digest, { secret, kid, claims: Object.freeze(claims) });
      return claims;
    }
    return null;
  } catch (error) {
    // `decodeProtectedHeader` throws a TypeError for what is no token at all.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The token's claims, only when algorithm, `typ`, issuer, audience, lifetime, signature and the form of every claim are
 * exactly as expected (RFC 8725); null for anything else, whatever the reason. A token that was found genuine before, by a secret that is still
 * configured, is not verified again.
 */
export async function verifyHs256<Claims extends z.ZodType<Times>>(
  token: string,
  expected: Expected<Claims>,
): Promise<z.output<Claims> | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const { typ, issuer, audience, secretsFor, now, setBackSeconds = 0, lifetimeSeconds } = expected;
  // The token comes last: what the hub expects has no line's end in it, so that no other three and token read alike.
  const digest = hash("sha256", `${typ}\n${issuer}\n${audience}\n${token}`, "base64url");
  const known = genuine.get(digest);
  if (!known || !secretsFor(known.kid).includes(known.secret)) return verifyAnew(token, digest, expected);
  const { claims } = known;
  return isInTime(claims, verifiedAt(claims.iat, now, setBackSeconds), lifetimeSeconds)
    ? (claims as z.output<Claims>)
    : null;
}
