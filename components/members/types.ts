import type { Role } from "@/lib/contract";
import type { FormResult } from "@/lib/web/actions/form-result";

/** A new invitation. `link` is null if it was emailed. */
export type InvitationLink = { email: string; link: string | null; expiresAt: Date };

/** How invitations are delivered: by mail, or by a link that the reader passes on. `readBy` prints a demo's mails. */
export type InvitationWay = { byMail: boolean; readBy: string | null };

export type MemberActions = {
  invite: (form: FormData) => Promise<FormResult<InvitationLink>>;
  resend: (invitationId: string) => Promise<FormResult<InvitationLink>>;
  revoke: (invitationId: string) => Promise<FormResult>;
  changeRole: (userId: string, form: FormData) => Promise<FormResult>;
  remove: (userId: string) => Promise<FormResult>;
  leave: () => Promise<FormResult>;
};

export type NamedMember = { userId: string; name: string; role: Role; self: boolean };

export type NamedInvitation = { id: string; email: string };

/** Sentences that say why an action isn't allowed, or null. */
export type MemberReasons = { change: string | null; remove: string | null };
