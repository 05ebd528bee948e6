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
import { z } from "zod";
import type { PlatformCtx } from "./context";

/** RFC 8725 leaves the figure to the profile. */
const CLOCK_SKEW_SECONDS = 5;

/** Far above any of the hub's tokens. */
const MAX_TOKEN_LENGTH = 4096;

const HMAC = { name: "HMAC", hash: "SHA-256" };
const keys = new Map<string, Promise<CryptoKey>>();

function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const imported = crypto.subtle.importKey("raw", Buffer.from(secret), HMAC, false, ["sign", "verify"]);
  keys.set(secret, imported);
  return imported;
}

export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** The same input gives the same string. */
export async function signHs256(
  claims: JWTPayload,
  { secret, typ, kid }: { secret: string; typ: string; kid?: string },
): Promise<string> {
  const header = { alg: "HS256", typ, ...(kid !== undefined && { kid }) };
  return new SignJWT(claims).setProtectedHeader(header).sign(await keyOf(secret));
}

/** Uses `iat` if the clock may have been set back since then. */
function verifiedAt(iat: number, now: Date, setBackSeconds: number): Date {
  const aheadMs = iat * 1000 - now.getTime();
  return aheadMs > 0 && aheadMs <= setBackSeconds * 1000 ? new Date(now.getTime() + aheadMs) : now;
}

/** In Unix seconds. */
const Times = z.object({ iat: z.int().nonnegative(), exp: z.int().nonnegative() });
type Times = z.output<typeof Times>;

interface Expected<Claims extends z.ZodType<Times>> {
  /** Secrets that may have signed a token with this `kid`. */
  secretsFor: (kid: string | undefined) => readonly string[];
  typ: string;
  issuer: string;
  audience: string;
  claims: Claims;
  /** Longest lifetime from `iat`. */
  lifetimeSeconds: number;
  /** How far the clock may have been set back since issuing; 0 by default. */
  setBackSeconds?: number;
  now: Date;
}

interface Genuine {
  secret: string;
  kid: string | undefined;
  claims: Times;
}

/** Verified tokens by a digest of token, `typ`, issuer and audience. Secret and time are checked every time. */
const MAX_REMEMBERED = 10_000;
const genuine = new LRUCache<string, Genuine>({ max: MAX_REMEMBERED });

/** The same checks as `jwtVerify`, for a cached token. */
function isInTime({ iat, exp }: Times, at: Date, lifetimeSeconds: number): boolean {
  const nowSeconds = unixSeconds(at);
  const age = nowSeconds - iat;
  return (
    exp > nowSeconds - CLOCK_SKEW_SECONDS && age >= -CLOCK_SKEW_SECONDS && age <= lifetimeSeconds + CLOCK_SKEW_SECONDS
  );
}

/** Null if another secret signed the token. @throws JOSEError for any other mismatch */
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
    // Thrown by `decodeProtectedHeader` for text that isn't a token.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The claims if algorithm, `typ`, issuer, audience, lifetime, signature and claims match (RFC 8725), else null.
 * Verified tokens are cached while their secret is configured.
 */
export async function verifyHs256<Claims extends z.ZodType<Times>>(
  token: string,
  expected: Expected<Claims>,
): Promise<z.output<Claims> | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const { typ, issuer, audience, secretsFor, now, setBackSeconds = 0, lifetimeSeconds } = expected;
  // The token comes last: the other parts contain no newline, so the joined text is unambiguous.
  const digest = hash("sha256", `${typ}\n${issuer}\n${audience}\n${token}`, "base64url");
  const known = genuine.get(digest);
  if (!known || !secretsFor(known.kid).includes(known.secret)) return verifyAnew(token, digest, expected);
  const { claims } = known;
  return isInTime(claims, verifiedAt(claims.iat, now, setBackSeconds), lifetimeSeconds)
    ? (claims as z.output<Claims>)
    : null;
}

type SigningCtx = Pick<PlatformCtx, "secrets" | "baseUrl" | "now">;

interface TokenKind<Own extends z.ZodRawShape> {
  /** Also names the type: `hub-device` is `hub-device+jwt`. */
  audience: string;
  /** Besides issuer, audience and times. */
  claims: Own;
  lifetimeSeconds: number;
}

/** A kind of token that the hub signs with its session secrets, for its own cookies. */
export function ownToken<Own extends z.ZodRawShape>({ audience, claims: own, lifetimeSeconds }: TokenKind<Own>) {
  const typ = `${audience}+jwt`;
  const claims = z.intersection(Times, z.object(own));
  return {
    async sign({ secrets, baseUrl, now }: SigningCtx, values: z.output<z.ZodObject<Own>>): Promise<string> {
      const [secret] = secrets.session;
      if (secret === undefined) throw new Error("no session secret is configured");
      const iat = unixSeconds(now);
      return signHs256({ iss: baseUrl, aud: audience, ...values, iat, exp: iat + lifetimeSeconds }, { secret, typ });
    },

    /** Null for a missing, foreign or expired token. */
    async read({ secrets, baseUrl, now }: SigningCtx, token: string | null | undefined) {
      const expected = { typ, audience, claims, lifetimeSeconds, issuer: baseUrl, now };
      return token ? verifyHs256(token, { ...expected, secretsFor: () => secrets.session }) : null;
    },
  };
}
