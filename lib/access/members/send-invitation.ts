import type { Role } from "@/lib/contract";
import { RateLimited } from "@/lib/platform/errors";
import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { takeMailBudget } from "@/lib/platform/mail/mail-budget";
import { type MailContent, quoted } from "@/lib/platform/mail/render-mail";
import type { Ctx } from "../context";
import { invitationPath } from "./invitation";

const AN_HOUR_SECONDS = 3600;

interface Sendable {
  email: string;
  role: Role;
  token: string;
  expiresAt: Date;
  brandName: string;
  inviterName: string;
}

const AS_ROLE: Record<Role, string> = { owner: "an owner", admin: "an admin", editor: "an editor", viewer: "a viewer" };

function invitationMail({ baseUrl }: Ctx, { role, token, brandName, inviterName }: Sendable): MailContent {
  const [brand, inviter] = [quoted(brandName), quoted(inviterName)];
  return {
    subject: `Join ${brand} on the Brand Identity Hub`,
    paragraphs: [`${inviter} invites you to join ${brand} as ${AS_ROLE[role]}.`],
    action: { label: "See the invitation", url: `${baseUrl}${invitationPath(token)}` },
    notes: [
      "The link works for seven days, once, and for this email alone. Whoever opens it proves that this email is theirs, so pass it on to nobody.",
      "If you know nothing of this, do nothing: nobody joins anything without you.",
    ],
  };
}

/** Guarantees that one more invitation may go to the email, where invitations go by mail. Ask before the transaction. @throws RateLimited otherwise */
export async function requireInvitationBudget(ctx: Ctx, { email }: { email: string }): Promise<void> {
  if (!ctx.mail.configured || (await takeMailBudget(ctx, { to: email }))) return;
  const sentence = `${email} was sent enough mails for now, or you have sent enough. Try again in an hour.`;
  throw new RateLimited(AN_HOUR_SECONDS, sentence);
}

/** Puts the invitation's mail into the outbox, in the caller's transaction. */
export const enqueueInvitation = (ctx: Ctx, invitation: Sendable): Promise<boolean> =>
  enqueueMail(ctx, {
    kind: "invitation",
    to: invitation.email,
    content: invitationMail(ctx, invitation),
    expiresAt: invitation.expiresAt,
  });
