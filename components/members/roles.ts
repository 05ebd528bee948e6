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
