import type { Role } from "@/lib/contract";

/** Rules: docs/decisions/access.md, Roles. */
export const PERMISSIONS = {
  /** Read everything in the brand. */
  read: ["owner", "admin", "editor", "viewer"],
  /** Edit and publish identity, palette, logos and assets. */
  edit: ["owner", "admin", "editor"],
  /** Lock and unlock palette entries, and edit locked ones. */
  lock: ["owner", "admin"],
  /** Manage API keys, deliveries, tools, members and settings. */
  manage: ["owner", "admin"],
  /** Transfer or archive the brand, and add owners. */
  own: ["owner"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export const can = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);
