import type { generateAuthenticationOptions } from "@simplewebauthn/server";
import { and, eq, lt } from "drizzle-orm";
import { passkeys } from "@/db/schema";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../../context";
import { parseAssertion } from "./passkey-answer";
import {
  CHALLENGE_LIFETIME_SECONDS,
  loadWebauthn,
  newChallenge,
  type PasskeyPurpose,
  readChallenge,
  relyingParty,
  spendChallenge,
} from "./passkey-challenge";

export type PasskeyRequest = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

export interface PasskeyChallenge {
  options: PasskeyRequest;
  challenge: string;
}

interface ChallengeInput {
  purpose: Exclude<PasskeyPurpose, "add">;
  /** Omitted at sign-in, where the response names the user. */
  userId?: string;
}

const idAsBytes = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");

export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(idAsBytes(userId));

export async function createPasskeyChallenge(ctx: Ctx, { purpose, userId }: ChallengeInput): Promise<PasskeyChallenge> {
  const { challenge, token } = await newChallenge(ctx, { purpose, userId });
  const own =
    userId === undefined
      ? undefined
      : await ctx.db
          .select({ id: passkeys.credentialId, transports: passkeys.transports })
          .from(passkeys)
          .where(eq(passkeys.userId, userId));
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
  input: ChallengeInput & { answer: string; challenge: string | undefined },
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
