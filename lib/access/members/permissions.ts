import type { Role } from "@/lib/contract";

/** What each permission is, and the roles that have it (docs/decisions.md, Roles). */
export const PERMISSIONS = {
  /** Read everything of the brand. */
  read: ["owner", "admin", "editor", "viewer"],
  /** Edit identity, palette, logos and assets. */
  edit: ["owner", "admin", "editor"],
  /** Lock and unlock palette entries, edit locked ones. */
  lock: ["owner", "admin"],
  /** API keys, deliveries, the tools a brand uses, members, settings. */
  manage: ["owner", "admin"],
  /** Transfer or archive the brand, make owners. */
  own: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);
