import type { Role, ToolStatus } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
import { may } from "@/lib/members";

export const MAX_WEBHOOK_URL_LENGTH = 2048;

/** Where the demo's tool listens (`npm run child`). */
export const DEMO_TOOL_PORT = 4100;

/** Why a tool's deliveries stay pending and use no attempts. */
export type HoldReason = "no_secret" | "tool_disabled";

/**
 * Says why nothing is sent to a tool, or null when it is sent to.
 *
 * A tool without a webhook secret is never sent to (docs/decisions.md, Webhook deliveries). Nor is a disabled one: its child token gets
 * 403, so it could not read what it is notified of; its deliveries wait, and go out once it is back.
 */
export function holdReason(
  { secrets }: Pick<Ctx, "secrets">,
  tool: { slug: string; status: ToolStatus },
): HoldReason | null {
  if (tool.status === "disabled") return "tool_disabled";
  return secrets.webhook(tool.slug).length === 0 ? "no_secret" : null;
}

/**
 * A webhook URL as a role may see it. Its path or query may be a capability of the receiver's, so who may not manage the brand gets
 * the origin alone: `https://tool.example/…`.
 */
export const shownWebhookUrl = (role: Role, url: string): string =>
  may(role, "manage") ? url : `${new URL(url).origin}/…`;
