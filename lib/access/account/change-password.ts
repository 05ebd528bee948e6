import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "@/db/schema";
import { requireOperator, requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { takeEmailBudget, takeRequesterMailBudget } from "@/lib/platform/mail/enqueue-mail";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { holdSession } from "../sessions/hold-session";
import { revokeAllSessions, revokeSessionsOf } from "../sessions/revoke-sessions";
import { parseEmail } from "./account-input";
import { makeAccountLink, requireAccountLink, spendAccountLink, voidAccountLinks } from "./account-links";
import { enqueueAccountMail } from "./account-mails";
import { checkNewPassword } from "./check-new-password";
import { clearFactors } from "./factors/change-factors";
import { hasFactor } from "./factors/list-factors";
import { hashPassword } from "./password";
import { provePassword } from "./prove-identity";
import { requireWayIn } from "./require-way-in";

interface NewPassword {
  current: string;
  password: string;
  /** The browser's own session. */
  sid: string;
  /** Ends the named session tokens too: whoever knew the password may have issued them. */
  revokeTokens: boolean;
}

/**
 * Sets the acting user's password and ends their sessions in every other browser, and their named tokens unless they chose to
 * keep them. Who has a password proves it first, however recent their last proof; who only signed in elsewhere sets their first one.
 * Of who has a factor that is asked for as well: the password alone changes nothing.
 * @throws ProofNeeded for a first password, and for an account with a factor; CompanySignInOnly for who would have no use for one
 * @throws BadRequest (`field: "current"`) when the present password is wrong, (`field: "password"`) when the new one may not be set
 * @throws TooManyGuesses when this session has guessed the present one too often
 */
export async function changePassword(ctx: Ctx, input: NewPassword): Promise<void> {
  const { userId } = requireUser(ctx);
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotFound("This account is gone.");
  requireWayIn(ctx, { email: user.email, by: "password" });
  if (user.passwordHash === null || (await hasFactor(ctx, { userId }))) requireRecentProof(ctx);
  const proved = user.passwordHash === null ? null : await provePassword(ctx, { password: input.current });
  await checkNewPassword(input.password, user);
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    const proven = proved ? eq(users.passwordHash, proved.passwordHash) : isNull(users.passwordHash);
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), proven))
      .returning({ id: users.id });
    if (changed.length === 0) throw new BadRequest("Your password was changed a moment ago.", { field: "current" });
    const target = { kind: "user", id: userId, label: user.name };
    const inTx = { ...ctx, db: tx };
    await holdSession(inTx);
    await recordAudit(inTx, { brandId: null, action: "account.password_changed", target });
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "change_email"] });
    await enqueueAccountMail(inTx, { kind: "account.new_password", to: user.email, words: undefined });
    await revokeAllSessions(inTx, { kind: input.revokeTokens ? undefined : "browser", exceptSid: input.sid });
  });
  ctx.wakeTick();
}

/**
 * Sends a link for a new password to the email if it has an account, and tells nobody whether it has. Run it after the answer: what it
 * does and how long it takes depends on the account. Anybody may ask; how many mails that can cause is limited.
 * @throws CompanySignInOnly by the domain alone
 */
export async function askForPasswordReset(ctx: Ctx, input: { email: string }): Promise<void> {
  const email = parseEmail(input.email);
  requireWayIn(ctx, { email, by: "password" });
  if (!ctx.mail.configured || !(await takeRequesterMailBudget(ctx))) return;
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deactivatedAt)));
  if (!user || !(await takeEmailBudget(ctx, { to: email }))) return;
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const { path, expiresAt } = await makeAccountLink(inTx, { userId: user.id, kind: "reset_password", email });
    const words = { url: `${ctx.baseUrl}${path}` };
    await enqueueAccountMail(inTx, { kind: "account.password_reset", to: email, words, expiresAt });
  });
  ctx.wakeTick();
}

/**
 * A link for a new password, for the operator to hand over where the hub sends no mail. Whoever runs the hub vouches for it that the person who
 * gets it is the one whose email it is.
 * @throws BadRequest for what is no email, NotFound where it has no account
 */
export async function makeResetLink(ctx: Ctx, input: { email: string }): Promise<{ path: string; expiresAt: Date }> {
  requireOperator(ctx);
  const email = parseEmail(input.email);
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx };
    const [user] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email));
    if (!user) throw new NotFound(`${email} has no account.`);
    const target = { kind: "user", id: user.id, label: user.name };
    await recordAudit(inTx, { brandId: null, action: "account.reset_link_made", target });
    return makeAccountLink(inTx, { userId: user.id, kind: "reset_password", email });
  });
}

/**
 * Sets a new password by a link that was sent to the account's email, and ends everything that anybody had of the account before: its
 * sessions, browsers and named tokens alike, and the links that were under way. Its factors stay, and are asked for at the next sign-in, unless
 * nobody had proved the email before. The email is proved with it. Anybody may call it: the token is the proof.
 * @throws CompanySignInOnly, and the link goes on working in case the company's provider is taken off
 * @throws BadRequest when the link does not work, (`field: "password"`) when the password may not be set: then the link goes on working
 */
export async function resetPassword(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<{ email: string; userId: string }> {
  const link = await requireAccountLink(ctx, { kind: "reset_password", token: input.token });
  const [known] = await ctx.db.select().from(users).where(eq(users.id, link.userId));
  if (known?.email !== link.email) throw new BadRequest("This link was sent to a former email of the account.");
  requireWayIn(ctx, { email: link.email, by: "password" });
  await checkNewPassword(input.password, known);
  const passwordHash = await hashPassword(input.password);
  await ctx.db.transaction(async (tx) => {
    const userId = link.userId;
    const inTx: Ctx = { ...ctx, db: tx, actor: { kind: "user", userId, hubAdmin: false } };
    await spendAccountLink(inTx, link);
    await tx
      .update(users)
      .set({
        passwordHash,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now.toISOString()}::timestamptz)`,
      })
      .where(eq(users.id, userId));
    await voidAccountLinks(inTx, { userId, kinds: ["reset_password", "verify_email", "change_email"] });
    const target = { kind: "user", id: userId, label: known.name };
    await recordAudit(inTx, { brandId: null, action: "account.password_reset", target });
    // The first proof of the email takes the account from whoever made it with somebody else's; later ones are a forgotten password.
    if (known.emailVerifiedAt === null) await clearFactors(inTx, { user: known });
    await revokeSessionsOf(inTx, { userId });
    await enqueueAccountMail(inTx, { kind: "account.new_password", to: link.email, words: undefined });
  });
  ctx.wakeTick();
  return { email: link.email, userId: link.userId };
}
