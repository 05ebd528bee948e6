import type { generateRegistrationOptions } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { constraintOf } from "@/db/errors";
import { passkeys } from "@/db/schema";
import { requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { FACTOR_LIMITS, parsePasskeyName } from "../account-input";
import { ownRow } from "../own-account";
import { addFactor, changeFactors, removeFactor } from "./change-factors";
import {
  CHALLENGE_LIFETIME_SECONDS,
  credentialsOf,
  loadWebauthn,
  newChallenge,
  parseRegistration,
  readChallenge,
  relyingParty,
  spendChallenge,
  userHandleOf,
} from "./verify-passkey";

export type NewPasskeyRequest = Awaited<ReturnType<typeof generateRegistrationOptions>>;

function requireRoom(passkeyCount: number): void {
  if (passkeyCount >= FACTOR_LIMITS.passkeys)
    throw new BadRequest(`An account has at most ${FACTOR_LIMITS.passkeys} passkeys. Remove one first.`);
}

/** Options for a discoverable passkey with user verification. @throws ReauthRequired, or BadRequest at the limit */
export async function createRegistrationChallenge(
  ctx: Ctx,
): Promise<{ options: NewPasskeyRequest; challenge: string }> {
  requireUser(ctx);
  requireRecentProof(ctx);
  const { id: userId, email, name } = await ownRow(ctx);
  const own = await credentialsOf(ctx, userId);
  requireRoom(own.length);
  const { challenge, token } = await newChallenge(ctx, { purpose: "add", userId });
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: "Brand Identity Hub",
    rpID: relyingParty(ctx).rpID,
    userID: userHandleOf(userId),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    attestationType: "none",
    excludeCredentials: own,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: CHALLENGE_LIFETIME_SECONDS * 1000,
  });
  return { options, challenge: token };
}

/**
 * @returns recovery codes, once, with the account's first factor
 * @throws ReauthRequired, or BadRequest with `field: "name"` or `field: "passkey"`
 */
export async function addPasskey(
  ctx: Ctx,
  input: { name: string; answer: string; challenge: string | undefined },
): Promise<{ recoveryCodes: string[] | null }> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  const name = parsePasskeyName(input.name);
  const answer = parseRegistration(input.answer);
  const challenge = await readChallenge(ctx, { token: input.challenge, purpose: "add", userId });
  const { rpID, origin } = relyingParty(ctx);
  const refused = (cause?: unknown) =>
    new BadRequest("The hub doesn’t accept this passkey. Try another device.", { field: "passkey", cause });
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.warn({ err: error }, "passkey registration rejected");
    throw refused(error);
  });
  if (!registrationInfo) throw refused();
  const { credential } = registrationInfo;
  const recoveryCodes = await addFactor(ctx, async (inTx) => {
    await spendChallenge(inTx, challenge);
    requireRoom(await inTx.db.$count(passkeys, eq(passkeys.userId, userId)));
    const id = newId();
    await inTx.db.insert(passkeys).values({
      id,
      userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      signCount: credential.counter,
      transports: answer.response.transports,
      createdAt: ctx.now,
    });
    const target = { kind: "passkey", id, label: name };
    await recordAudit(inTx, { brandId: null, action: "account.passkey_added", target });
    return { what: `The passkey “${name}”` };
  }).catch((error: unknown) => {
    if (constraintOf(error) !== "passkeys_credential_unique") throw error;
    throw new BadRequest("You have already added this passkey.", { field: "passkey", cause: error });
  });
  return { recoveryCodes };
}

/** @throws ReauthRequired, NotFound, BadRequest with `field: "name"` */
export async function renamePasskey(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  const name = parsePasskeyName(input.name);
  await changeFactors(ctx, async (inTx) => {
    const own = and(eq(passkeys.id, input.id), eq(passkeys.userId, userId));
    const [before] = await inTx.db.select({ name: passkeys.name }).from(passkeys).where(own);
    if (!before) throw new NotFound("This passkey doesn’t exist.");
    if (before.name === name) return;
    await inTx.db.update(passkeys).set({ name }).where(own);
    const target = { kind: "passkey", id: input.id, label: name };
    const diff: Record<string, [unknown, unknown]> = { name: [before.name, name] };
    await recordAudit(inTx, { brandId: null, action: "account.passkey_renamed", target, diff });
  });
}

/** @throws ReauthRequired, NotFound, or BadRequest for a last factor that is required */
export async function removePasskey(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  await removeFactor(ctx, async (inTx) => {
    const [removed] = await inTx.db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name });
    if (!removed) throw new NotFound("This passkey doesn’t exist.");
    const target = { kind: "passkey", id, label: removed.name };
    await recordAudit(inTx, { brandId: null, action: "account.passkey_removed", target });
    return { what: `The passkey “${removed.name}”` };
  });
}
