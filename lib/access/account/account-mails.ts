import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { type MailContent, quoted } from "@/lib/platform/mail/render-mail";
import type { Ctx } from "../context";

const NOT_YOU = "If this wasn’t you, ignore this email. Nothing happens without the link.";

const IN_WITH_YOUR_ACCOUNT =
  "If this wasn’t you, someone has access to your account. Remove what you don’t recognise, change your password and sign out everywhere.";

const factorChanged =
  (did: "added to" | "removed from") =>
  ({ what, url }: { what: string; url: string }): MailContent => ({
    subject: "Your two-factor authentication changed",
    paragraphs: [`${quoted(what)} was just ${did} your account on the Brand Identity Hub.`],
    action: { label: "Review your account", url },
    notes: [IN_WITH_YOUR_ACCOUNT],
  });

const MAILS = {
  "account.password_reset": ({ url }: { url: string }): MailContent => ({
    subject: "Set a new password",
    paragraphs: ["We received a request to reset your password for the Brand Identity Hub."],
    action: { label: "Set new password", url },
    notes: ["The link expires in 1 hour and works once. Setting a password signs you out everywhere.", NOT_YOU],
  }),
  "account.verify_email": ({ url }: { url: string }): MailContent => ({
    subject: "Confirm your email",
    paragraphs: [
      "Confirm this email for your account on the Brand Identity Hub. Open the link in the browser where you’re signed in.",
    ],
    action: { label: "Confirm email", url },
    notes: [
      "The link expires in 24 hours and works once.",
      "If you have no account or can’t sign in, someone else created one with your email. Use “Forgot your password?” on the sign-in page to take it over.",
    ],
  }),
  "account.change_email": ({ url }: { url: string }): MailContent => ({
    subject: "Confirm your new email",
    paragraphs: ["We received a request to use this email for an account on the Brand Identity Hub."],
    action: { label: "Use this email", url },
    notes: ["The link expires in 24 hours and works once.", NOT_YOU],
  }),
  "account.email_taken": (): MailContent => ({
    subject: "This email already has an account",
    paragraphs: [
      "We received a request to use this email for another account on the Brand Identity Hub. This email already has an account, so nothing was changed.",
    ],
  }),
  "account.email_change_asked": ({ url, newEmail }: { url: string; newEmail: string }): MailContent => ({
    subject: "Your email is about to change",
    paragraphs: [`We received a request to change your account’s email from this one to ${quoted(newEmail)}.`],
    action: { label: "Keep this email", url },
    notes: ["If this wasn’t you, use this link. For 7 days it stops or undoes the change and signs out everyone."],
  }),
  "account.factor_added": factorChanged("added to"),
  "account.factor_removed": factorChanged("removed from"),
  "account.recovery_codes_made": ({ url }: { url: string }): MailContent => ({
    subject: "You have new recovery codes",
    paragraphs: [
      "New recovery codes were created for your account on the Brand Identity Hub. The old ones no longer work.",
    ],
    action: { label: "Review your account", url },
    notes: [IN_WITH_YOUR_ACCOUNT],
  }),
  "account.recovery_code_used": ({ left, url }: { left: number; url: string }): MailContent => ({
    subject: "A recovery code was used",
    paragraphs: [
      `A recovery code was just used to sign in to your account on the Brand Identity Hub. Codes left: ${left}.`,
    ],
    action: { label: "Review your account", url },
    notes: ["If this wasn’t you, sign in, create new recovery codes and change your password."],
  }),
  "account.factors_cleared": (): MailContent => ({
    subject: "Your two-factor authentication was removed",
    paragraphs: [
      "The operator of the Brand Identity Hub removed your passkeys, authenticator app and recovery codes, and signed you out everywhere.",
    ],
    notes: ["If you didn’t request this, contact your administrator and set a new password."],
  }),
  "account.new_password": (): MailContent => ({
    subject: "Your password was changed",
    paragraphs: ["Your password for the Brand Identity Hub was just changed."],
    notes: ["If this wasn’t you, set a new one with “Forgot your password?” on the sign-in page."],
  }),
} satisfies Record<string, (words: never) => MailContent>;

type AccountMail = keyof typeof MAILS;
type Words<Kind extends AccountMail> = Parameters<(typeof MAILS)[Kind]>[0];

/** Queues a mail in the caller's transaction. Returns false if this hub sends no mail. */
export function enqueueAccountMail<Kind extends AccountMail>(
  ctx: Ctx,
  { kind, to, words, expiresAt }: { kind: Kind; to: string; words: Words<Kind>; expiresAt?: Date },
): Promise<boolean> {
  const contentOf = MAILS[kind] as (words: Words<Kind>) => MailContent;
  return enqueueMail(ctx, { kind, to, content: contentOf(words), expiresAt });
}
