import type { Ctx } from "@/lib/kernel/context";
import { type MailContent, quoted } from "@/lib/mail";
import { enqueueMail } from "@/lib/mail/server";

interface Person {
  name: string;
  email: string;
}

const NOT_YOU = "If it was not you, do nothing: without the link nothing happens.";

/** Every mail about an account, by what it is about. */
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
  "account.new_password": (): MailContent => ({
    subject: "Your password was changed",
    paragraphs: ["The password of your account on the Brand Identity Hub was changed just now."],
    notes: ["If it was not you, set another one with “Forgot your password?” on the sign-in page."],
  }),
} satisfies Record<string, (words: never) => MailContent>;

type AccountMail = keyof typeof MAILS;
type Words<Kind extends AccountMail> = Parameters<(typeof MAILS)[Kind]>[0];

/** Puts a mail about an account into the outbox, in the caller's transaction; false where the hub sends none. */
export function enqueueAccountMail<Kind extends AccountMail>(
  ctx: Ctx,
  { kind, to, words, expiresAt }: { kind: Kind; to: Person["email"]; words: Words<Kind>; expiresAt?: Date },
): Promise<boolean> {
  const contentOf = MAILS[kind] as (words: Words<Kind>) => MailContent;
  return enqueueMail(ctx, { kind, to, content: contentOf(words), expiresAt });
}
