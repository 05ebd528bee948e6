import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { type MailContent, quoted } from "@/lib/platform/mail/render-mail";
import type { Ctx } from "../context";

interface Person {
  name: string;
  email: string;
}

const NOT_YOU = "If it was not you, do nothing: without the link nothing happens.";

const IN_WITH_YOUR_ACCOUNT =
  "If it was not you, somebody is in your account: remove what you don’t know there, change your password and sign out everywhere.";

type FactorWords = {
  what: string;
  url: string;
};

const MAILS = {
  "account.password_reset": ({ url }: { url: string }): MailContent => ({
    subject: "Set a new password",
    paragraphs: ["Somebody, probably you, forgot the password of your account on the Brand Identity Hub."],
    action: { label: "Set a new password", url },
    notes: ["The link works for an hour, once. It signs out every browser and program of your account.", NOT_YOU],
  }),
  "account.verify_email": ({ url }: { url: string }): MailContent => ({
    subject: "Confirm your email",
    paragraphs: [
      "Confirm that this email is yours, in the browser in which you are signed in to the Brand Identity Hub.",
    ],
    action: { label: "Confirm this email", url },
    notes: [
      "The link works for a day, once.",
      "If you have no account there, or cannot sign in to it, somebody else made one with your email. Take it with “Forgot your password?” on the sign-in page.",
    ],
  }),
  "account.change_email": ({ url }: { url: string }): MailContent => ({
    subject: "Confirm your new email",
    paragraphs: ["Somebody, probably you, wants to sign in to the Brand Identity Hub with this email from now on."],
    action: { label: "Use this email", url },
    notes: ["The link works for a day, once.", NOT_YOU],
  }),
  "account.email_taken": (): MailContent => ({
    subject: "This email has an account already",
    paragraphs: [
      "Somebody, probably you, wanted to move another account of the Brand Identity Hub to this email, which has an account of its own. Nothing was changed.",
    ],
  }),
  "account.email_change_asked": ({ url, newEmail }: { url: string; newEmail: string }): MailContent => ({
    subject: "Your email is about to change",
    paragraphs: [
      `Somebody, probably you, asked to sign in to your account with ${quoted(newEmail)} in place of this email.`,
    ],
    action: { label: "Stop this", url },
    notes: [
      "If it was not you, stop it: for seven days this link undoes the change, also once it is made, and signs out whoever made it.",
    ],
  }),
  "account.factor_added": ({ what, url }: FactorWords): MailContent => ({
    subject: "Your two-step sign-in changed",
    paragraphs: [`${quoted(what)} was added to your account on the Brand Identity Hub just now.`],
    action: { label: "Look at your account", url },
    notes: [IN_WITH_YOUR_ACCOUNT],
  }),
  "account.factor_removed": ({ what, url }: FactorWords): MailContent => ({
    subject: "Your two-step sign-in changed",
    paragraphs: [`${quoted(what)} was removed from your account on the Brand Identity Hub just now.`],
    action: { label: "Look at your account", url },
    notes: [IN_WITH_YOUR_ACCOUNT],
  }),
  "account.recovery_codes_made": ({ url }: { url: string }): MailContent => ({
    subject: "You have new recovery codes",
    paragraphs: [
      "New recovery codes were made for your account on the Brand Identity Hub. The former ones do nothing any more.",
    ],
    action: { label: "Look at your account", url },
    notes: [IN_WITH_YOUR_ACCOUNT],
  }),
  "account.recovery_code_used": ({ left, url }: { left: number; url: string }): MailContent => ({
    subject: "A recovery code was used",
    paragraphs: [
      `Somebody, probably you, used a recovery code of your account on the Brand Identity Hub just now. Codes left: ${left}.`,
    ],
    action: { label: "Look at your account", url },
    notes: ["If it was not you, sign in, make new recovery codes and change your password."],
  }),
  "account.factors_cleared": (): MailContent => ({
    subject: "Your two-step sign-in was cleared",
    paragraphs: [
      "Whoever runs the Brand Identity Hub cleared the passkeys, the authenticator app and the recovery codes of your account, and signed it out everywhere.",
    ],
    notes: ["If you did not ask for it, tell them, and set a new password."],
  }),
  "account.new_password": (): MailContent => ({
    subject: "Your password was changed",
    paragraphs: ["The password of your account on the Brand Identity Hub was changed just now."],
    notes: ["If it was not you, set another one with “Forgot your password?” on the sign-in page."],
  }),
} satisfies Record<string, (words: never) => MailContent>;

type AccountMail = keyof typeof MAILS;
type Words<Kind extends AccountMail> = Parameters<(typeof MAILS)[Kind]>[0];

/** Queues a mail in the caller's transaction. Returns false if this hub sends no mail. */
export function enqueueAccountMail<Kind extends AccountMail>(
  ctx: Ctx,
  { kind, to, words, expiresAt }: { kind: Kind; to: Person["email"]; words: Words<Kind>; expiresAt?: Date },
): Promise<boolean> {
  const contentOf = MAILS[kind] as (words: Words<Kind>) => MailContent;
  return enqueueMail(ctx, { kind, to, content: contentOf(words), expiresAt });
}
