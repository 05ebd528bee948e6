import { can, type Member } from "@/lib/access";
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

export const ROLE_LABEL: Record<Role, string> = { owner: "Owner", admin: "Admin", editor: "Editor", viewer: "Viewer" };

export const ROLE_MEANING: Record<Role, string> = {
  owner: "You’ll have full control of the brand.",
  admin: "You can edit the brand, lock its colours, and manage its keys, tools, members and settings.",
  editor: "You can edit and publish the identity, palette, logos and assets.",
  viewer: "You can view everything in the brand.",
};

/** Follows “join as”. */
export const AS_ROLE: Record<Role, string> = {
  owner: "an owner",
  admin: "an admin",
  editor: "an editor",
  viewer: "a viewer",
};

const LAST_OWNER = "A brand needs at least one owner. Make another member an owner first.";

export const ownerReason = (role: Role): string | null =>
  can(role, "own") ? null : "Only owners can make a member an owner.";

/** Why the reader can't change or remove this member. The server checks again. */
export function memberReasons(
  member: Member,
  reader: { userId: string; role: Role; lastOwner: boolean },
): MemberReasons {
  const self = member.userId === reader.userId;
  const owner = member.role === "owner";
  const last = owner && reader.lastOwner ? LAST_OWNER : null;
  const ownersOnly = owner && !can(reader.role, "own") ? "Only owners can change or remove an owner." : null;
  return {
    change: ownersOnly ?? last,
    remove: (self ? null : ownersOnly) ?? last,
  };
}
