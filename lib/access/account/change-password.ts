import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "@/db/schema";
import { asUser, inTransaction, requireOperator, requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { takeEmailBudget, takeRequesterMailBudget } from "@/lib/platform/mail/enqueue-mail";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { holdSession } from "../sessions/live-session";
import { revokeAllSessions, revokeSessionsOf } from "../sessions/revoke-sessions";
import { ACCOUNT_LIMITS, parseEmail } from "./account-input";
import { makeAccountLink, requireAccountLink, spendAccountLink, voidAccountLinks } from "./account-links";
import { enqueueAccountMail } from "./account-mails";
import { clearFactors } from "./factors/change-factors";
import { hasFactor } from "./factors/list-factors";
import { ownRow } from "./own-account";
import { hashPassword } from "./password";
import { verifyCurrentPassword } from "./reauthenticate";
import { requireSignInMethod } from "./sign-in-method";

/** zxcvbn's time grows quadratically: 32 characters take about 25 ms, 64 about 100 ms. */
const MAX_CHECKED_LENGTH = 32;
/** zxcvbn's scale is 0 to 4. 4 means at least 10^10 guesses. */
const MIN_SCORE = 4;

let zxcvbn: Promise<ZxcvbnFactory> | undefined;

/** About 10 MB, loaded only by processes that set a password. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** True for breached passwords and variants, keyboard rows, repetitions, and the person's name or email. */
async function isGuessable(password: string, { name, email }: { name: string; email: string }): Promise<boolean> {
  const lower = password.toLowerCase();
  const own = [name, email, ...email.split(/[@.]/), ...name.split(/\s+/)].map((part) => part.toLowerCase());
  if (own.includes(lower)) return true;
  zxcvbn ??= loadZxcvbn();
  const words = own.filter((part) => part.length > 2).map((part) => part.slice(0, MAX_CHECKED_LENGTH));
  return (await zxcvbn).check(lower.slice(0, MAX_CHECKED_LENGTH), words.slice(0, 10)).score < MIN_SCORE;
}

/**
 * No composition rules (NIST SP 800-63B-4, 3.1.1.2). The check runs locally.
 * @throws BadRequest with `field: "password"`
 */
export async function checkNewPassword(password: string, user: { name: string; email: string }): Promise<void> {
  const field = "password";
  const { passwordAtLeast, passwordAtMost } = ACCOUNT_LIMITS;
  if (password.length < passwordAtLeast) {
    throw new BadRequest(`Use at least ${passwordAtLeast} characters, for example four unrelated words.`, {
      field,
    });
  }
  if (password.length > passwordAtMost) {
    throw new BadRequest(`Use at most ${passwordAtMost} characters.`, { field });
  }
  if (await isGuessable(password, user)) {
    throw new BadRequest(
      "This password is too easy to guess. Use four words that have nothing to do with each other or with you.",
      { field },
    );
  }
}

interface NewPassword {
  current: string;
  password: string;
  /** The session that stays. */
  sid: string;
  /** Anyone who knew the old password may have issued tokens. */
  revokeTokens: boolean;
}

/**
 * Sets the acting user's password and ends their other browser sessions. Checks the current password; without one, or
 * with a factor, needs a recent re-authentication.
 * @throws ReauthRequired, CompanySignInOnly, TooManyAttempts
 * @throws BadRequest with `field: "current"` or `field: "password"`
 */
export async function changePassword(ctx: Ctx, input: NewPassword): Promise<void> {
  const { userId } = requireUser(ctx);
  const user = await ownRow(ctx);
  requireSignInMethod(ctx, { email: user.email, by: "password" });
  if (user.passwordHash === null || (await hasFactor(ctx, { userId }))) requireRecentProof(ctx);
  const verified = user.passwordHash === null ? null : await verifyCurrentPassword(ctx, { password: input.current });
  await checkNewPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  await inTransaction(ctx, async (inTx) => {
    const unchanged = verified ? eq(users.passwordHash, verified.passwordHash) : isNull(users.passwordHash);
    const changed = await inTx.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), unchanged))
      .returning({ id: users.id });
    if (changed.length === 0)
      throw new BadRequest("Your password was just changed. Enter the new one.", { field: "current" });
    await holdSession(inTx);
    await recordAccountAudit(inTx, "account.password_changed", user);
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "change_email"] });
    await enqueueAccountMail(inTx, { kind: "account.new_password", to: user.email, words: undefined });
    await revokeAllSessions(inTx, { kind: input.revokeTokens ? undefined : "browser", exceptSid: input.sid });
  });
  ctx.wakeTick();
}

/**
 * Mails a reset link if the email has an account, without revealing whether it has. Run it after the response, because
 * its duration depends on the account.
 * @throws CompanySignInOnly by domain
 */
export async function requestPasswordReset(ctx: Ctx, input: { email: string }): Promise<void> {
  const email = parseEmail(input.email);
  requireSignInMethod(ctx, { email, by: "password" });
  if (!ctx.mail.configured || !(await takeRequesterMailBudget(ctx))) return;
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deactivatedAt)));
  if (!user || !(await takeEmailBudget(ctx, { to: email }))) return;
  await inTransaction(ctx, async (inTx) => {
    const { path, expiresAt } = await makeAccountLink(inTx, { userId: user.id, kind: "reset_password", email });
    const words = { url: `${ctx.baseUrl}${path}` };
    await enqueueAccountMail(inTx, { kind: "account.password_reset", to: email, words, expiresAt });
  });
  ctx.wakeTick();
}

/**
 * Creates a reset link for hubs without mail. The operator must give it to the email's owner.
 * @throws BadRequest, NotFound
 */
export async function makeResetLink(ctx: Ctx, input: { email: string }): Promise<{ path: string; expiresAt: Date }> {
  requireOperator(ctx);
  const email = parseEmail(input.email);
  return inTransaction(ctx, async (inTx) => {
    const [user] = await inTx.db.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email));
    if (!user) throw new NotFound(`No account has the email ${email}.`);
    await recordAccountAudit(inTx, "account.reset_link_made", user);
    return makeAccountLink(inTx, { userId: user.id, kind: "reset_password", email });
  });
}

/**
 * Sets a new password with a mailed link, verifies the email, and ends all sessions, named tokens and links. Factors
 * stay unless the email was never verified. Authorised by the token.
 * @throws CompanySignInOnly, BadRequest. The link then keeps working.
 */
export async function resetPassword(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<{ email: string; userId: string }> {
  const link = await requireAccountLink(ctx, { kind: "reset_password", token: input.token });
  const { userId, email } = link;
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (user?.email !== email)
    throw new BadRequest("This link was sent to a former email of this account. Request a new one.");
  requireSignInMethod(ctx, { email, by: "password" });
  await checkNewPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  await inTransaction(asUser(ctx, userId), async (inTx) => {
    await spendAccountLink(inTx, link);
    await inTx.db
      .update(users)
      .set({
        passwordHash,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now.toISOString()}::timestamptz)`,
      })
      .where(eq(users.id, userId));
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "verify_email", "change_email"] });
    await recordAccountAudit(inTx, "account.password_reset", user);
    // An unverified account may be an attacker's, so its factors go.
    if (user.emailVerifiedAt === null) await clearFactors(inTx, { user });
    await revokeSessionsOf(inTx, { userId });
    await enqueueAccountMail(inTx, { kind: "account.new_password", to: email, words: undefined });
  });
  ctx.wakeTick();
  return { email, userId };
}
