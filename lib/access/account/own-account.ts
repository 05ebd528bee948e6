import { and, eq, gte } from "drizzle-orm";
import { constraintOf } from "@/db/errors";
import { ACCOUNT_LINK_KINDS, accounts, users } from "@/db/schema";
import { asUser, inTransaction, requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound, RateLimited } from "@/lib/platform/errors";
import { takeMailBudget } from "@/lib/platform/mail/enqueue-mail";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { holdSession } from "../sessions/live-session";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { parseAccountName, parseEmail } from "./account-input";
import { makeAccountLink, requireAccountLink, spendAccountLink, voidAccountLinks } from "./account-links";
import { enqueueAccountMail } from "./account-mails";
import { clearFactors } from "./factors/change-factors";
import { companyDomainOf, requireSignInMethod } from "./sign-in-method";

export type Account = Awaited<ReturnType<typeof readAccount>>;

/** @throws NotFound when the account is gone */
export async function readAccount(ctx: Ctx) {
  requireUser(ctx);
  const user = await ownRow(ctx);
  return {
    name: user.name,
    email: user.email,
    /** False if the user signs in with a provider only. */
    hasPassword: user.passwordHash !== null,
    emailVerified: user.emailVerifiedAt !== null,
    /** The company's provider if it manages this email, which then can't change here. */
    onlyBy: companyDomainOf(ctx, user.email) && ctx.companySignIn.name,
  };
}

/** @throws BadRequest with `field: "name"` unless it has 1 to 120 characters */
export async function renameAccount(ctx: Ctx, input: { name: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  const name = parseAccountName(input.name);
  await inTransaction(ctx, async (inTx) => {
    const own = eq(users.id, userId);
    const [before] = await inTx.db.select({ name: users.name }).from(users).where(own).for("update");
    if (before?.name === name) return;
    await inTx.db.update(users).set({ name }).where(own);
    await recordAccountAudit(inTx, "account.renamed", { id: userId, name }, { name: [before?.name, name] });
  });
}

const AN_HOUR_SECONDS = 3600;

/** Call it before the transaction. @throws RateLimited, BadRequest */
async function requireMailBudget(ctx: Ctx, { to }: { to: string }): Promise<void> {
  if (!ctx.mail.configured) throw new BadRequest("This hub doesn’t send mail. Contact your administrator.");
  if (await takeMailBudget(ctx, { to })) return;
  throw new RateLimited(AN_HOUR_SECONDS, `Too many mails to ${to}. Check that inbox, or try again in an hour.`);
}

/** @throws NotFound when the account is gone */
export async function ownRow(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account no longer exists.");
  return user;
}

/** @throws BadRequest when already verified, RateLimited */
export async function requestEmailVerification(ctx: Ctx): Promise<void> {
  const user = await ownRow(ctx);
  if (user.emailVerifiedAt) throw new BadRequest("Your email is already confirmed.");
  await requireMailBudget(ctx, { to: user.email });
  await inTransaction(ctx, async (inTx) => {
    const { path, expiresAt } = await makeAccountLink(inTx, {
      userId: user.id,
      kind: "verify_email",
      email: user.email,
    });
    const words = { url: `${ctx.baseUrl}${path}` };
    await enqueueAccountMail(inTx, { kind: "account.verify_email", to: user.email, words, expiresAt });
  });
  ctx.wakeTick();
}

/**
 * Marks the acting user's email as verified, in the transaction that checked the link. Needs a session and the link:
 * neither alone shows that both belong to one person.
 */
export async function markEmailVerified(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const user = await ownRow(ctx);
  if (user.email !== email || user.emailVerifiedAt) return;
  await ctx.db.update(users).set({ emailVerifiedAt: ctx.now }).where(eq(users.id, user.id));
  await voidAccountLinks(ctx, { userId: user.id, kinds: ["verify_email"] });
  await recordAccountAudit(ctx, "account.email_verified", user);
}

/**
 * Verifies the acting user's email with the mailed link. Needs a session: the link alone would verify an account that
 * an attacker created with the email.
 * @throws BadRequest when the link does not work, or is for another account or email
 */
export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  const link = await requireAccountLink(ctx, { kind: "verify_email", token });
  if (link.userId !== userId)
    throw new BadRequest("This link is for another account. Sign in to that account and open the link again.");
  await inTransaction(ctx, async (inTx) => {
    await inTx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, link.email)))
      .for("update");
    await spendAccountLink(inTx, link);
    await markEmailVerified(inTx, link);
  });
}

/**
 * Mails a confirmation link to the new email and an undo link to the current one. Never reveals whether the new email
 * has an account.
 * @throws CompanySignInOnly, ReauthRequired, RateLimited, or BadRequest with `field: "email"`
 */
export async function requestEmailChange(ctx: Ctx, input: { email: string }): Promise<void> {
  requireUser(ctx);
  requireRecentProof(ctx);
  const user = await ownRow(ctx);
  const newEmail = parseEmail(input.email);
  requireOwnEmails(ctx, [user.email, newEmail]);
  if (newEmail === user.email) throw new BadRequest("This is already your email.", { field: "email" });
  await requireMailBudget(ctx, { to: newEmail });
  await inTransaction(ctx, async (inTx) => {
    await holdSession(inTx);
    const [taken] = await inTx.db.select({ id: users.id }).from(users).where(eq(users.email, newEmail));
    await voidAccountLinks(inTx, { userId: user.id, kinds: ["change_email"] });
    if (taken) {
      await enqueueAccountMail(inTx, { kind: "account.email_taken", to: newEmail, words: undefined });
    } else {
      const change = await makeAccountLink(inTx, { userId: user.id, kind: "change_email", email: newEmail });
      const words = { url: `${ctx.baseUrl}${change.path}` };
      await enqueueAccountMail(inTx, {
        kind: "account.change_email",
        to: newEmail,
        words,
        expiresAt: change.expiresAt,
      });
    }
    const undo = await makeAccountLink(inTx, { userId: user.id, kind: "undo_email_change", email: user.email });
    await enqueueAccountMail(inTx, {
      kind: "account.email_change_asked",
      to: user.email,
      words: { url: `${ctx.baseUrl}${undo.path}`, newEmail },
      expiresAt: undo.expiresAt,
    });
    await recordAccountAudit(inTx, "account.email_change_asked", user);
  });
  ctx.wakeTick();
}

function requireOwnEmails(ctx: Ctx, emails: readonly string[]): void {
  for (const email of emails) requireSignInMethod(ctx, { email, by: "change of email", field: "email" });
}

/** @throws BadRequest when another account has the email */
async function takeEmail(ctx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  try {
    await ctx.db.update(users).set({ email, emailVerifiedAt: ctx.now }).where(eq(users.id, userId));
  } catch (cause) {
    if (constraintOf(cause) !== "users_email_unique") throw cause;
    throw new BadRequest("Another account has this email now.", { cause });
  }
}

/**
 * Changes the account's email and voids links sent to the former one, except the undo link. Authorised by the token.
 * @throws BadRequest when the link does not work, or the email was taken since; CompanySignInOnly
 */
export async function changeEmail(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const link = await requireAccountLink(ctx, { kind: "change_email", token });
  const { userId, email } = link;
  await inTransaction(asUser(ctx, userId), async (inTx) => {
    await spendAccountLink(inTx, link);
    const before = await ownRow(inTx);
    requireOwnEmails(inTx, [before.email, email]);
    await takeEmail(inTx, link);
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "verify_email", "change_email"] });
    await recordAccountAudit(inTx, "account.email_changed", before, { email: [before.email, email] });
  });
  return { email };
}

/**
 * Restores the former email, before or after the change took effect. An attacker may have requested it, so the
 * password, all sessions and newer factors and providers go. Authorised by the token.
 * @throws BadRequest when the link does not work
 */
export async function undoEmailChange(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const link = await requireAccountLink(ctx, { kind: "undo_email_change", token });
  const { userId, email } = link;
  await inTransaction(asUser(ctx, userId), async (inTx) => {
    await spendAccountLink(inTx, link);
    const before = await ownRow(inTx);
    await takeEmail(inTx, link);
    await inTx.db.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
    await inTx.db.delete(accounts).where(and(eq(accounts.userId, userId), gte(accounts.createdAt, link.createdAt)));
    await voidAccountLinks(inTx, { userId, kinds: ACCOUNT_LINK_KINDS });
    await clearFactors(inTx, { user: before, since: link.createdAt });
    await recordAccountAudit(inTx, "account.email_change_undone", before, { email: [before.email, email] });
    await revokeSessionsOf(inTx, { userId });
  });
  return { email };
}
