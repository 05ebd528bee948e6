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

/** What the browser hands to the authenticator. */
export type PasskeyRequest = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

/** What a browser is asked, and the token that it keeps until it answers. */
export interface AskedPasskey {
  options: PasskeyRequest;
  challenge: string;
}

interface Asking {
  purpose: Exclude<PasskeyPurpose, "add">;
  /** Whose passkey has to answer; left out where the answer says who comes. */
  userId?: string;
}

const idAsBytes = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex");

/** A user's id as authenticators keep it beside a passkey. */
export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(idAsBytes(userId));

/** Asks the browser for a passkey, its person verified by PIN, finger or face. */
export async function askForPasskey(ctx: Ctx, { purpose, userId }: Asking): Promise<AskedPasskey> {
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
  new BadRequest("The hub does not accept this passkey. Use another one, or another way.", {
    field: "passkey",
    cause,
  });

/**
 * Guarantees that a passkey of the person answered this browser's challenge, once, and gives whose it is. A counter that does not grow
 * tells of a copied passkey, which is refused like one that nobody knows. Whoever calls has asked whether the account is active.
 * @throws BadRequest (`field: "passkey"`)
 */
export async function verifyPasskey(
  ctx: Ctx,
  input: Asking & { answer: string; challenge: string | undefined },
): Promise<{ userId: string }> {
  const answer = parseAssertion(input.answer);
  const asked = await readChallenge(ctx, { token: input.challenge, purpose: input.purpose, userId: input.userId });
  const [known] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (!known || (input.userId !== undefined && known.userId !== input.userId)) throw unknownPasskey();
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== idAsBytes(known.userId).toString("base64url")) throw unknownPasskey();
  const { rpID, origin } = relyingParty(ctx);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: asked.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, "base64url")),
      counter: known.signCount,
    },
  }).catch((error: unknown) => {
    log.warn({ err: error, passkey: known.id }, "an answer of a passkey was refused");
    throw unknownPasskey(error);
  });
  if (!verified) throw unknownPasskey();
  await inTransaction(ctx, async (inTx) => {
    await spendChallenge(inTx, asked);
    const signCount = authenticationInfo.newCounter;
    // Two answers at once with one count are two authenticators; those that do not count always say 0.
    const grows = signCount === 0 ? eq(passkeys.signCount, 0) : lt(passkeys.signCount, signCount);
    const used = await inTx.db
      .update(passkeys)
      .set({ signCount, lastUsedAt: ctx.now })
      .where(and(eq(passkeys.id, known.id), grows))
      .returning({ id: passkeys.id });
    if (used.length === 0) throw unknownPasskey();
  });
  return { userId: known.userId };
}
