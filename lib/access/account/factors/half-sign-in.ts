import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recoveryCodes, users } from "@/db/schema";
import { Unauthorized } from "@/lib/platform/errors";
import { signHs256, unixSeconds, verifyHs256 } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../../context";
import { auditGuess } from "../audit-guesses";
import { COMPANY_SIGN_IN } from "../company-sign-in";
import { findKnownDevice } from "../device-token";
import { type OpenedSession, openBrowserSession } from "../open-browser-session";
import { factorKindsOf, hasFactor } from "./list-factors";
import { proveCode, spendOnce } from "./prove-code";
import { type AskedPasskey, askForPasskey, verifyPasskey } from "./verify-passkey";

/** How long a person may take from the first step to the second. */
export const HALF_SIGN_IN_LIFETIME_SECONDS = 10 * 60;

const TYPE = "hub-half-sign-in+jwt";
const AUDIENCE = "hub-half-sign-in";

const Claims = z.object({
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  sub: z.uuid(),
  jti: z.uuid(),
  /** What the first step was: `password`, or the provider's id. */
  by: z.string().max(64),
  /** Digest of the password that the account had: a new one ends what was begun with the old one. */
  pwd: z.string().max(64),
  iat: z.int().nonnegative(),
  exp: z.int().nonnegative(),
});
type Claims = z.output<typeof Claims>;

const digestOf = ({ id, passwordHash }: { id: string; passwordHash: string | null }) =>
  createHash("sha256")
    .update(`half-sign-in:${id}:${passwordHash ?? ""}`)
    .digest("base64url");

/**
 * The token of a sign-in that waits for its second step, for a cookie of the browser that did the first; null where there is none to wait
 * for: the account has no factor, or the company’s own provider did it, which the operator vouches for. It opens nothing by itself. Whoever calls has checked the first step.
 */
export async function beginHalfSignIn(
  ctx: Ctx,
  { userId, by }: { userId: string; by: string },
): Promise<string | null> {
  if (by === COMPANY_SIGN_IN || !(await hasFactor(ctx, { userId }))) return null;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  const [secret] = ctx.secrets.session;
  if (!user || secret === undefined) throw new Error("a sign-in that began has no user, or nothing to be signed with");
  // Whose password is known to a stranger learns it here, and nowhere else: without the second step nothing more is written.
  auditGuess(ctx, { action: "account.second_step_asked", user });
  const iat = unixSeconds(ctx.now);
  const claims: Claims = {
    iss: ctx.baseUrl,
    aud: AUDIENCE,
    sub: userId,
    jti: newId(),
    by,
    pwd: digestOf(user),
    iat,
    exp: iat + HALF_SIGN_IN_LIFETIME_SECONDS,
  };
  return signHs256(claims, { secret, typ: TYPE });
}

type Half = { claims: Claims; user: typeof users.$inferSelect };

/** The first step behind a browser's token, while it counts: the account as it was, and working. */
async function findHalf(ctx: Ctx, token: string | undefined): Promise<Half | null> {
  if (token === undefined) return null;
  const claims = await verifyHs256(token, {
    secretsFor: () => ctx.secrets.session,
    typ: TYPE,
    issuer: ctx.baseUrl,
    audience: AUDIENCE,
    claims: Claims,
    lifetimeSeconds: HALF_SIGN_IN_LIFETIME_SECONDS,
    now: ctx.now,
  });
  if (!claims) return null;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, claims.sub)).for("share");
  return user && digestOf(user) === claims.pwd && !user.deactivatedAt ? { claims, user } : null;
}

async function requireHalf(ctx: Ctx, token: string | undefined): Promise<Half> {
  const half = await findHalf(ctx, token);
  if (!half) throw new Unauthorized("Your sign-in took too long, or has ended. Begin again.");
  return half;
}

/** What a person who did the first step may do as the second. */
export interface SecondSteps {
  email: string;
  passkey: boolean;
  app: boolean;
  recoveryCode: boolean;
}

/** The second steps that are open to whoever did the first in this browser; null where nobody did, or too long ago. Anybody may ask: the token is the proof. */
export async function listSecondSteps(ctx: Ctx, { half }: { half: string | undefined }): Promise<SecondSteps | null> {
  const found = await findHalf(ctx, half);
  if (!found) return null;
  const { id: userId, email } = found.user;
  const recoveryCode = (await ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0;
  return { email, ...(await factorKindsOf(ctx, { userId })), recoveryCode };
}

/** Asks the browser of who did the first step for a passkey of theirs. @throws Unauthorized once the first step counts no more */
export async function askForSecondStep(ctx: Ctx, { half }: { half: string | undefined }): Promise<AskedPasskey> {
  const { user } = await requireHalf(ctx, half);
  return askForPasskey(ctx, { purpose: "second-step", userId: user.id });
}

export interface Arriving {
  userAgent: string | null;
  device: string | null;
}

/** What a person gives as their second step. */
export type SecondStep = { passkey: string; challenge: string | undefined } | { code: string };

/** What proved it, for the log. */
async function proveSecondStep(ctx: Ctx, { user }: Half, step: SecondStep, device: string | null): Promise<string> {
  const { id: userId, passwordHash } = user;
  if ("passkey" in step) {
    const { passkey: answer, challenge } = step;
    await verifyPasskey(ctx, { purpose: "second-step", userId, answer, challenge });
    return "passkey";
  }
  // Who only set a new password here may have nothing but the mails: each would be another browser, with guesses of its own.
  const known = await findKnownDevice(ctx, { userId, passwordHash, device });
  return proveCode(ctx, {
    userId,
    code: step.code,
    browser: known?.signedIn && known.provedThisPassword ? known.nonce : null,
  });
}

/**
 * Opens the session of who did both steps, once. Anybody may try: the token and the second step are the proof. The second step is proved
 * first, and for good: a code that was given is used up, whatever comes of the sign-in.
 * @throws Unauthorized once the first step counts no more, BadRequest with the field at fault, TooManyGuesses
 */
export async function finishSignIn(
  ctx: Ctx,
  { half, step, ...arriving }: Arriving & { half: string | undefined; step: SecondStep },
): Promise<OpenedSession & { userId: string }> {
  const found = await requireHalf(ctx, half);
  const userId = found.user.id;
  const proof = await proveSecondStep(ctx, found, step, arriving.device);
  const stillProved = async (inTx: Ctx) => {
    const { claims: first } = await requireHalf(inTx, half);
    const expiresAt = new Date(first.exp * 1000);
    if (await spendOnce(inTx, { id: `half-sign-in:${first.jti}`, expiresAt })) return true;
    throw new Unauthorized("This sign-in was finished already. Begin again.");
  };
  const by = `${found.claims.by} and ${proof}`;
  const opened = await openBrowserSession(ctx, { ...arriving, userId, by, strong: true, stillProved });
  return { userId, ...opened };
}
