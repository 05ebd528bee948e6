import { randomBytes } from "node:crypto";
import type { generateAuthenticationOptions } from "@simplewebauthn/server";
import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { passkeys } from "@/db/schema";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { ownToken } from "@/lib/platform/hs256";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../../context";
import { spendOnce } from "./verify-factor-code";

/** Far above any real authenticator's, to bound the parsing of anonymous input. */
const Bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/);
const CredentialId = Bytes(1400).min(1);
const Common = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal("public-key"),
  // The hub requests no extensions.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

const Assertion = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Bytes(8192),
    authenticatorData: Bytes(8192),
    signature: Bytes(8192),
    userHandle: Bytes(128).optional(),
  }),
});

const Registration = z.object({
  ...Common,
  response: z.object({
    clientDataJSON: Bytes(8192),
    attestationObject: Bytes(32_768),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(8)
      .catch([])
      .default([]),
  }),
});

const MAX_CHARACTERS = 65_536;

function parseAnswer<Shape extends z.ZodType>(shape: Shape, json: string): z.output<Shape> {
  const invalid = (cause?: unknown) =>
    new BadRequest("The browser sent no valid passkey. Try again.", { field: "passkey", cause });
  if (json.length > MAX_CHARACTERS) throw invalid();
  try {
    return shape.parse(JSON.parse(json));
  } catch (error) {
    throw invalid(error);
  }
}

/** @throws BadRequest with `field: "passkey"` */
const parseAssertion = (json: string) => parseAnswer(Assertion, json);

/** @throws BadRequest with `field: "passkey"` */
export const parseRegistration = (json: string) => parseAnswer(Registration, json);

export const CHALLENGE_LIFETIME_SECONDS = 5 * 60;

/** A response made for one purpose is refused for any other. */
const PASSKEY_PURPOSES = ["sign-in", "second-step", "prove", "add"] as const;
type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

const challengeToken = ownToken({
  audience: "hub-passkey-challenge",
  claims: {
    /** 256 random bits. */
    jti: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    purpose: z.enum(PASSKEY_PURPOSES),
    /** Absent at sign-in, where the response names the user. */
    sub: z.uuid().optional(),
  },
  lifetimeSeconds: CHALLENGE_LIFETIME_SECONDS,
});

interface ChallengeInput {
  purpose: PasskeyPurpose;
  /** Omitted at sign-in, where the response names the user. */
  userId?: string;
}

/** Returns a challenge, and the token that binds it to one browser's HttpOnly cookie. */
export async function newChallenge(
  ctx: Ctx,
  { purpose, userId }: ChallengeInput,
): Promise<{ challenge: string; token: string }> {
  const challenge = randomBytes(32).toString("base64url");
  const subject = userId === undefined ? {} : { sub: userId };
  return { challenge, token: await challengeToken.sign(ctx, { jti: challenge, purpose, ...subject }) };
}

const stale = () =>
  new BadRequest("This request expired after 5 minutes, or another window replaced it. Try again.", {
    field: "passkey",
  });

/** @throws BadRequest for another purpose or user, or after 5 minutes */
export async function readChallenge(
  ctx: Ctx,
  { token, purpose, userId }: ChallengeInput & { token: string | undefined },
): Promise<{ challenge: string; expiresAt: Date }> {
  const claims = await challengeToken.read(ctx, token);
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

export type PasskeyRequest = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

export type PasskeyChallenge = Awaited<ReturnType<typeof createPasskeyChallenge>>;

type AssertionInput = ChallengeInput & { purpose: Exclude<PasskeyPurpose, "add"> };

const idAsBytes = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");

export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(idAsBytes(userId));

export const credentialsOf = ({ db }: Ctx, userId: string) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));

export async function createPasskeyChallenge(ctx: Ctx, { purpose, userId }: AssertionInput) {
  const { challenge, token } = await newChallenge(ctx, { purpose, userId });
  const own = userId === undefined ? undefined : await credentialsOf(ctx, userId);
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).rpID,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    allowCredentials: own,
    userVerification: "required",
    timeout: CHALLENGE_LIFETIME_SECONDS * 1000,
  });
  return { options, challenge: token };
}

const unknownPasskey = (cause?: unknown) =>
  new BadRequest("The hub doesn’t accept this passkey. Use another one, or sign in another way.", {
    field: "passkey",
    cause,
  });

/**
 * Verifies the response to this browser's challenge, once, and returns the passkey's owner. Refuses a counter that does
 * not grow: a cloned passkey. The caller checks that the account is active.
 * @throws BadRequest with `field: "passkey"`
 */
export async function verifyPasskey(
  ctx: Ctx,
  input: AssertionInput & { answer: string; challenge: string | undefined },
): Promise<{ userId: string }> {
  const answer = parseAssertion(input.answer);
  const challenge = await readChallenge(ctx, { token: input.challenge, purpose: input.purpose, userId: input.userId });
  const [known] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (!known || (input.userId !== undefined && known.userId !== input.userId)) throw unknownPasskey();
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== idAsBytes(known.userId).toString("base64url")) throw unknownPasskey();
  const { rpID, origin } = relyingParty(ctx);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")),
      counter: known.signCount,
    },
  }).catch((error: unknown) => {
    log.warn({ err: error, passkey: known.id }, "passkey response rejected");
    throw unknownPasskey(error);
  });
  if (!verified) throw unknownPasskey();
  await inTransaction(ctx, async (inTx) => {
    await spendChallenge(inTx, challenge);
    const signCount = authenticationInfo.newCounter;
    // Two responses with one count mean a clone. Authenticators without a counter always send 0.
    const increases = signCount === 0 ? eq(passkeys.signCount, 0) : lt(passkeys.signCount, signCount);
    const updated = await inTx.db
      .update(passkeys)
      .set({ signCount, lastUsedAt: ctx.now })
      .where(and(eq(passkeys.id, known.id), increases))
      .returning({ id: passkeys.id });
    if (updated.length === 0) throw unknownPasskey();
  });
  return { userId: known.userId };
}
