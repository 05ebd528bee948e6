import { and, eq, gte } from "drizzle-orm";
import { constraintOf } from "@/db/errors";
import { ACCOUNT_LINK_KINDS, accounts, users } from "@/db/schema";
import { requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound, RateLimited } from "@/lib/platform/errors";
import { takeMailBudget } from "@/lib/platform/mail/enqueue-mail";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { holdSession } from "../sessions/hold-session";
import { revokeSessionsOf } from "../sessions/revoke-sessions";
import { parseEmail } from "./account-input";
import { makeAccountLink, requireAccountLink, spendAccountLink, voidAccountLinks } from "./account-links";
import { enqueueAccountMail } from "./account-mails";
import { clearFactors } from "./factors/change-factors";
import { requireWayIn } from "./require-way-in";

const AN_HOUR_SECONDS = 3600;

/** Guarantees that one more mail may be caused to the email. Ask before the transaction. @throws RateLimited otherwise */
async function requireMailBudget(ctx: Ctx, { to }: { to: string }): Promise<void> {
  if (!ctx.mail.configured) throw new BadRequest("This hub sends no mail. Ask whoever runs it.");
  if (await takeMailBudget(ctx, { to })) return;
  throw new RateLimited(
    AN_HOUR_SECONDS,
    `Enough mails went to ${to} for now. Look for them there, or try again in an hour.`,
  );
}

/** The acting user's own row. @throws NotFound when the account is gone */
export async function ownRow(ctx: Ctx): Promise<typeof users.$inferSelect> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  return user;
}

/** Sends the acting user a link by which they prove their email. @throws BadRequest where there is nothing to prove, RateLimited after too many */
export async function askForVerification(ctx: Ctx): Promise<void> {
  const user = await ownRow(ctx);
  if (user.emailVerifiedAt) throw new BadRequest("Your email is confirmed already.");
  await requireMailBudget(ctx, { to: user.email });
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
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
 * Notes that the acting user has proved this email, if it is theirs and unproved; a part of the verb that saw the proof, in its
 * transaction. Whoever acts is signed in to the account *and* has what was sent to its email: either alone proves nothing of the other.
 */
export async function proveEmail(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const user = await ownRow(ctx);
  if (user.email !== email || user.emailVerifiedAt) return;
  await ctx.db.update(users).set({ emailVerifiedAt: ctx.now }).where(eq(users.id, user.id));
  await voidAccountLinks(ctx, { userId: user.id, kinds: ["verify_email"] });
  const target = { kind: "user", id: user.id, label: user.name };
  await recordAudit(ctx, { brandId: null, action: "account.email_verified", target });
}

/**
 * Proves the acting user's email by the link that went there. Signed in, because the link alone would prove the email of whoever made the
 * account with it, who need not be the one who reads the mail.
 * @throws BadRequest when the link does not work, or is another account's or a former email's
 */
export async function verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  const link = await requireAccountLink(ctx, { kind: "verify_email", token });
  if (link.userId !== userId) throw new BadRequest("This link is for another account. Sign in with that one first.");
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, link.email)))
      .for("update");
    await spendAccountLink(inTx, link);
    await proveEmail(inTx, link);
  });
}

/**
 * Sends a link to the new email, by which the acting user takes it, and another to the present one, by which they stop or undo that.
 * The answer does not tell whether the new email has an account: its box does.
 * Neither may be a company's, whose people its own provider names. @throws CompanySignInOnly (`field: "email"`)
 * @throws ProofNeeded, BadRequest (`field: "email"`) for what is no email or no new one, RateLimited after too many
 */
export async function askForEmailChange(ctx: Ctx, input: { email: string }): Promise<void> {
  requireUser(ctx);
  requireRecentProof(ctx);
  const user = await ownRow(ctx);
  const newEmail = parseEmail(input.email);
  requireOwnEmails(ctx, [user.email, newEmail]);
  if (newEmail === user.email) throw new BadRequest("This is your email already.", { field: "email" });
  await requireMailBudget(ctx, { to: newEmail });
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    await holdSession(inTx);
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, newEmail));
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
    const target = { kind: "user", id: user.id, label: user.name };
    await recordAudit(inTx, { brandId: null, action: "account.email_change_asked", target });
  });
  ctx.wakeTick();
}

/** Guarantees that no company's provider says whose these are. @throws CompanySignInOnly (`field: "email"`) */
function requireOwnEmails(ctx: Ctx, emails: readonly string[]): void {
  for (const email of emails) requireWayIn(ctx, { email, by: "change of email", field: "email" });
}

/** Gives the user the email, which nobody else has. @throws BadRequest when somebody has */
async function takeEmail(ctx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  try {
    await ctx.db.update(users).set({ email, emailVerifiedAt: ctx.now }).where(eq(users.id, userId));
  } catch (cause) {
    if (constraintOf(cause) !== "users_email_unique") throw cause;
    throw new BadRequest("This email has an account of its own by now.", { cause });
  }
}

/** The user behind a link acts, whoever opened it. */
const actingAs = (ctx: Ctx, db: Ctx["db"], userId: string): Ctx => ({
  ...ctx,
  db,
  actor: { kind: "user", userId, hubAdmin: false },
});

/**
 * Makes the email theirs who asked for it and could open its mails. Links that went to the former one stop working, but for the one that
 * undoes this. Anybody may call it: the token is the proof.
 * @throws BadRequest when the link does not work, or the email got an account meanwhile
 * @throws CompanySignInOnly where one of both became a company's meanwhile
 */
export async function changeEmail(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const link = await requireAccountLink(ctx, { kind: "change_email", token });
  await ctx.db.transaction(async (tx) => {
    const { userId, email } = link;
    const inTx = actingAs(ctx, tx, userId);
    await spendAccountLink(inTx, link);
    const before = await ownRow(inTx);
    requireOwnEmails(inTx, [before.email, email]);
    await takeEmail(inTx, link);
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "verify_email", "change_email"] });
    const target = { kind: "user", id: userId, label: before.name };
    await recordAudit(inTx, {
      brandId: null,
      action: "account.email_changed",
      target,
      diff: { email: [before.email, email] },
    });
  });
  return { email: link.email };
}

/**
 * Stops a change of email, or undoes it once it is made: the former email is the account's again. Whoever asked for the change may know
 * the password, so that it is cleared, every session ends, and so do sign-ins elsewhere and factors that were added since. A new password comes by mail.
 * Anybody may call it: the token is the proof.
 * @throws BadRequest when the link does not work
 */
export async function undoEmailChange(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const link = await requireAccountLink(ctx, { kind: "undo_email_change", token });
  await ctx.db.transaction(async (tx) => {
    const { userId, email } = link;
    const inTx = actingAs(ctx, tx, userId);
    await spendAccountLink(inTx, link);
    const before = await ownRow(inTx);
    await takeEmail(inTx, link);
    await tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), gte(accounts.createdAt, link.createdAt)));
    await voidAccountLinks(inTx, { userId, kinds: ACCOUNT_LINK_KINDS });
    await clearFactors(inTx, { user: before, since: link.createdAt });
    const target = { kind: "user", id: userId, label: before.name };
    await recordAudit(inTx, {
      brandId: null,
      action: "account.email_change_undone",
      target,
      diff: { email: [before.email, email] },
    });
    await revokeSessionsOf(inTx, { userId });
  });
  return { email: link.email };
}
