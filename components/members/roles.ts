import type { MemberReasons } from "@/components/members/types";
import { type Member, may } from "@/lib/access";
import type { Role } from "@/lib/contract";

export const ROLE_LABEL: Record<Role, string> = { owner: "Owner", admin: "Admin", editor: "Editor", viewer: "Viewer" };

/** What a role allows, for the person who gets it. */
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
  may(role, "own") ? null : "Only owners can make a member an owner.";

/** Why the reader can't change or remove this member. The server checks again. */
export function memberReasons(
  member: Member,
  reader: { userId: string; role: Role; manageReason: string | null; lastOwner: boolean },
): MemberReasons {
  const self = member.userId === reader.userId;
  const owner = member.role === "owner";
  const last = owner && reader.lastOwner ? LAST_OWNER : null;
  const ownersOnly = owner && !may(reader.role, "own") ? "Only owners can change or remove an owner." : null;
  return {
    change: reader.manageReason ?? ownersOnly ?? last,
    remove: (self ? null : (reader.manageReason ?? ownersOnly)) ?? last,
  };
}
