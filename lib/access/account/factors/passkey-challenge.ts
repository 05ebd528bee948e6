import { randomBytes } from "node:crypto";
import { z } from "zod";
import { BadRequest } from "@/lib/platform/errors";
import { signHs256, unixSeconds, verifyHs256 } from "@/lib/platform/hs256";
import type { Ctx } from "../../context";
import { spendOnce } from "./prove-code";

/** How long a person may take with their authenticator. */
export const CHALLENGE_LIFETIME_SECONDS = 5 * 60;

const TYPE = "hub-passkey-challenge+jwt";
const AUDIENCE = "hub-passkey-challenge";

/** What an answer may be used for; one that was made for a purpose serves no other. */
const PASSKEY_PURPOSES = ["sign-in", "second-step", "prove", "add"] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

const Claims = z.object({
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  /** The challenge itself: 256 random bits. */
  jti: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  purpose: z.enum(PASSKEY_PURPOSES),
  /** Whose passkey has to answer; absent where it is the answer that says who comes. */
  sub: z.uuid().optional(),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
});

interface Asking {
  purpose: PasskeyPurpose;
  userId?: string;
}

/** A new challenge, and the token that keeps it in the one browser that may answer it (an HttpOnly cookie). */
export async function newChallenge(
  { secrets, baseUrl, now }: Ctx,
  { purpose, userId }: Asking,
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
  new BadRequest("It took over 5 minutes, or another window asked meanwhile. Try again.", { field: "passkey" });

/** The challenge behind a browser's token. @throws BadRequest for one of another purpose or person, and after 5 minutes */
export async function readChallenge(
  { secrets, baseUrl, now }: Ctx,
  { token, purpose, userId }: Asking & { token: string | undefined },
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

/** Spends a challenge, in the caller's transaction. @throws BadRequest when it was answered before */
export async function spendChallenge(
  ctx: Ctx,
  { challenge, expiresAt }: { challenge: string; expiresAt: Date },
): Promise<void> {
  if (!(await spendOnce(ctx, { id: `passkey:${challenge}`, expiresAt }))) throw stale();
}

/** What a passkey is bound to: browsers answer for this host alone, so that a page that looks like the hub gets nothing. */
export function relyingParty({ baseUrl }: Pick<Ctx, "baseUrl">): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl);
  return { rpID: hostname, origin };
}

/** What asks and verifies passkeys reads certificates of all kinds, which takes a third of the hub's start to load: it comes with the first passkey. */
export const loadWebauthn = () => import("@simplewebauthn/server");
