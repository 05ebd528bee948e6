import { randomBytes } from "node:crypto";
import { z } from "zod";
import { BadRequest } from "@/lib/platform/errors";
import { signHs256, unixSeconds, verifyHs256 } from "@/lib/platform/hs256";
import type { Ctx } from "../../context";
import { spendOnce } from "./verify-factor-code";

export const CHALLENGE_LIFETIME_SECONDS = 5 * 60;

const TYPE = "hub-passkey-challenge+jwt";
const AUDIENCE = "hub-passkey-challenge";

/** A response made for one purpose is refused for any other. */
const PASSKEY_PURPOSES = ["sign-in", "second-step", "prove", "add"] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

const Claims = z.object({
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  /** 256 random bits. */
  jti: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  purpose: z.enum(PASSKEY_PURPOSES),
  /** Absent at sign-in, where the response names the user. */
  sub: z.uuid().optional(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
});

interface ChallengeInput {
  purpose: PasskeyPurpose;
  userId?: string;
}

/** Returns a challenge, and the token that binds it to one browser's HttpOnly cookie. */
export async function newChallenge(
  { secrets, baseUrl, now }: Ctx,
  { purpose, userId }: ChallengeInput,
): Promise<{ challenge: string; token: string }> {
  const challenge = randomBytes(32).toString("base64url");
  const iat = unixSeconds(now);
  const claims = { iss: baseUrl, aud: AUDIENCE, jti: challenge, purpose, iat, exp: iat + CHALLENGE_LIFETIME_SECONDS };
  const [secret] = secrets.session;
  if (secret === undefined) throw new Error("no session secret is configured");
  const token = await signHs256({ ...claims, ...(userId !== undefined && { sub: userId }) }, { secret, typ: TYPE });
  return { challenge, token };
}

const stale = () =>
  new BadRequest("This request expired after 5 minutes, or another window replaced it. Try again.", {
    field: "passkey",
  });

/** @throws BadRequest for another purpose or user, or after 5 minutes */
export async function readChallenge(
  { secrets, baseUrl, now }: Ctx,
  { token, purpose, userId }: ChallengeInput & { token: string | undefined },
): Promise<{ challenge: string; expiresAt: Date }> {
  const claims =
    token === undefined
      ? null
      : await verifyHs256(token, {
          secretsFor: () => secrets.session,
          typ: TYPE,
          issuer: baseUrl,
          audience: AUDIENCE,
          claims: Claims,
          lifetimeSeconds: CHALLENGE_LIFETIME_SECONDS,
          now,
        });
  if (!claims || claims.purpose !== purpose || claims.sub !== userId) throw stale();
  return { challenge: claims.jti, expiresAt: new Date(claims.exp * 1000) };
}

/** Call it in a transaction. @throws BadRequest if it was used before */
export async function spendChallenge(
  ctx: Ctx,
  { challenge, expiresAt }: { challenge: string; expiresAt: Date },
): Promise<void> {
  if (!(await spendOnce(ctx, { id: `passkey:${challenge}`, expiresAt }))) throw stale();
}

/** Browsers use a passkey only on this host, which defeats phishing pages. */
export function relyingParty({ baseUrl }: Pick<Ctx, "baseUrl">): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl);
  return { rpID: hostname, origin };
}

/** Lazy: its certificate parsers take a third of the hub's start-up time. */
export const loadWebauthn = () => import("@simplewebauthn/server");
