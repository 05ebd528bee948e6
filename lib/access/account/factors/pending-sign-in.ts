import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { recoveryCodes, users } from "@/db/schema";
import { Unauthorized } from "@/lib/platform/errors";
import { ownToken } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../../context";
import { COMPANY_SIGN_IN } from "../company-sign-in";
import { findKnownDevice } from "../device-token";
import { auditFailedLogin } from "../failed-logins";
import { type OpenedSession, openBrowserSession } from "../sign-in-with-password";
import { factorKindsOf, hasFactor } from "./list-factors";
import { spendOnce, verifyFactorCode } from "./verify-factor-code";
import { createPasskeyChallenge, type PasskeyChallenge, verifyPasskey } from "./verify-passkey";

export const createSignInChallenge = (ctx: Ctx): Promise<PasskeyChallenge> =>
  createPasskeyChallenge(ctx, { purpose: "sign-in" });

/**
 * A passkey counts as two factors: possession, plus a PIN, finger or face. Authorised by the signature.
 * @throws BadRequest with `field: "passkey"`, AccountDeactivated, CompanySignInOnly
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { passkey, challenge, ...browser }: SignInBrowser & { passkey: string; challenge: string | undefined },
): Promise<OpenedSession & { userId: string }> {
  const { userId } = await verifyPasskey(ctx, { purpose: "sign-in", answer: passkey, challenge });
  const opened = await openBrowserSession(ctx, { ...browser, userId, by: "passkey", strong: true });
  return { userId, ...opened };
}

export const PENDING_SIGN_IN_LIFETIME_SECONDS = 10 * 60;

const pendingToken = ownToken({
  audience: "hub-half-sign-in",
  claims: {
    sub: z.uuid(),
    jti: z.uuid(),
    /** `password`, or the provider's id. */
    by: z.string().max(64),
    /** Digest of the password, so changing it voids the pending sign-in. */
    pwd: z.string().max(64),
  },
  lifetimeSeconds: PENDING_SIGN_IN_LIFETIME_SECONDS,
});

const digestOf = ({ id, passwordHash }: { id: string; passwordHash: string | null }) =>
  createHash("sha256")
    .update(`half-sign-in:${id}:${passwordHash ?? ""}`)
    .digest("base64url");

/**
 * Returns a token for a cookie, which opens nothing alone. Null if no second factor is needed: the account has none, or
 * the company's provider signed the user in. The caller has checked the first factor.
 */
export async function beginPendingSignIn(
  ctx: Ctx,
  { userId, by }: { userId: string; by: string },
): Promise<string | null> {
  if (by === COMPANY_SIGN_IN || !(await hasFactor(ctx, { userId }))) return null;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error("pending sign-in without user");
  // Tells the owner that someone knows their password.
  auditFailedLogin(ctx, { action: "account.second_step_asked", user });
  return pendingToken.sign(ctx, { sub: userId, jti: newId(), by, pwd: digestOf(user) });
}

/** Null when the token expired, the password changed or the account was deactivated. */
async function findPendingSignIn(ctx: Ctx, token: string | undefined) {
  const claims = await pendingToken.read(ctx, token);
  if (!claims) return null;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, claims.sub)).for("share");
  return user && digestOf(user) === claims.pwd && !user.deactivatedAt ? { claims, user } : null;
}

async function requirePendingSignIn(ctx: Ctx, token: string | undefined) {
  const pending = await findPendingSignIn(ctx, token);
  if (!pending) throw new Unauthorized("Your sign-in has expired. Sign in again.");
  return pending;
}

export type SecondFactors = NonNullable<Awaited<ReturnType<typeof listSecondFactors>>>;

/** Returns null without a pending sign-in. Authorised by the token. */
export async function listSecondFactors(ctx: Ctx, { pending }: { pending: string | undefined }) {
  const signIn = await findPendingSignIn(ctx, pending);
  if (!signIn) return null;
  const { id: userId, email } = signIn.user;
  const recoveryCode = (await ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0;
  return { email, ...(await factorKindsOf(ctx, { userId })), recoveryCode };
}

/** @throws Unauthorized when the pending sign-in has expired */
export async function createSecondFactorChallenge(
  ctx: Ctx,
  { pending }: { pending: string | undefined },
): Promise<PasskeyChallenge> {
  const { user } = await requirePendingSignIn(ctx, pending);
  return createPasskeyChallenge(ctx, { purpose: "second-step", userId: user.id });
}

export interface SignInBrowser {
  userAgent: string | null;
  device: string | null;
}

export type SecondFactor = { passkey: string; challenge: string | undefined } | { code: string };

/** Returns the factor's name for the audit log. */
async function verifySecondFactor(
  ctx: Ctx,
  user: typeof users.$inferSelect,
  factor: SecondFactor,
  device: string | null,
): Promise<string> {
  const { id: userId, passwordHash } = user;
  if ("passkey" in factor) {
    const { passkey: answer, challenge } = factor;
    await verifyPasskey(ctx, { purpose: "second-step", userId, answer, challenge });
    return "passkey";
  }
  // A password reset needs only the mails, so it must not earn its browser separate attempts.
  const known = await findKnownDevice(ctx, { userId, passwordHash, device });
  return verifyFactorCode(ctx, {
    userId,
    code: factor.code,
    browser: known?.signedIn && known.knowsCurrentPassword ? known.nonce : null,
  });
}

/**
 * Opens the session once both factors are verified. A code counts as used even if the sign-in fails afterwards.
 * Authorised by the token and the factor.
 * @throws Unauthorized, BadRequest, TooManyAttempts
 */
export async function finishSignIn(
  ctx: Ctx,
  { pending, factor, ...browser }: SignInBrowser & { pending: string | undefined; factor: SecondFactor },
): Promise<OpenedSession & { userId: string }> {
  const signIn = await requirePendingSignIn(ctx, pending);
  const userId = signIn.user.id;
  const method = await verifySecondFactor(ctx, signIn.user, factor, browser.device);
  const isStillValid = async (inTx: Ctx) => {
    const { claims } = await requirePendingSignIn(inTx, pending);
    const expiresAt = new Date(claims.exp * 1000);
    if (await spendOnce(inTx, { id: `half-sign-in:${claims.jti}`, expiresAt })) return true;
    throw new Unauthorized("This sign-in is already complete. Sign in again.");
  };
  const by = `${signIn.claims.by} and ${method}`;
  const opened = await openBrowserSession(ctx, { ...browser, userId, by, strong: true, isStillValid });
  return { userId, ...opened };
}
