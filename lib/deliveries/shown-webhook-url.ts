import type { Role } from "@/lib/contract";
import { may } from "@/lib/members";

/**
 * A webhook URL as a role may see it. Its path or query may be a capability of the receiver's, so who may not manage the brand gets
 * the origin alone: `https://tool.example/…`.
 */
export const shownWebhookUrl = (role: Role, url: string): string =>
  may(role, "manage") ? url : `${new URL(url).origin}/…`;
