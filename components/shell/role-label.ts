import type { Role } from "@/lib/contract";

/** A role as the hub writes it. */
export const ROLE_LABEL: Record<Role, string> = { owner: "Owner", admin: "Admin", editor: "Editor", viewer: "Viewer" };
