import type { MemberReasons } from "@/components/members/types";
import { type Member, may } from "@/lib/access";
import type { Role } from "@/lib/contract";

export const ROLE_LABEL: Record<Role, string> = { owner: "Owner", admin: "Admin", editor: "Editor", viewer: "Viewer" };

/** What a role lets one do, to somebody who is about to have it. */
export const ROLE_MEANING: Record<Role, string> = {
  owner: "You can do everything with the brand: run it, hand it on, archive it.",
  admin: "You can edit the brand, lock its colours, and run its keys, tools, members and settings.",
  editor: "You can edit and publish the identity, the palette, the logos and the assets.",
  viewer: "You can see everything of the brand and change nothing.",
};

/** The role as it reads after “join as”. */
export const AS_ROLE: Record<Role, string> = {
  owner: "an owner",
  admin: "an admin",
  editor: "an editor",
  viewer: "a viewer",
};

const LAST_OWNER = "A brand keeps at least one owner. Make somebody else an owner first.";

/** Why the reader may not make owners, or null when they may. */
export const ownerReason = (role: Role): string | null =>
  may(role, "own") ? null : "Only owners may make somebody an owner.";

/** Why the reader may not change or remove this member; the verbs decide again, and in earnest. */
export function memberReasons(
  member: Member,
  reader: { userId: string; role: Role; manageReason: string | null; lastOwner: boolean },
): MemberReasons {
  const self = member.userId === reader.userId;
  const owner = member.role === "owner";
  const last = owner && reader.lastOwner ? LAST_OWNER : null;
  const ownersOnly = owner && !may(reader.role, "own") ? "Only owners may change or remove an owner." : null;
  return {
    change: reader.manageReason ?? ownersOnly ?? last,
    remove: (self ? null : (reader.manageReason ?? ownersOnly)) ?? last,
  };
}
