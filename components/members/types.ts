import type { Role } from "@/lib/contract";
import type { FormResult } from "@/lib/web/actions/form-result";

/** An invitation that was just made: with its link, at the one moment it is known, or without one where it went by mail. */
export type InvitationLink = { email: string; link: string | null; expiresAt: Date };

/** How invitations reach people: by mail, perhaps one that a demo keeps, or by the reader's hand. */
export type InvitationWay = { byMail: boolean; readBy: string | null };

/** What the page lets its dialogs do; the server checks each again. */
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

/** Why something may not be done to a member, in a sentence; null where it may. */
export type MemberReasons = { change: string | null; remove: string | null };
