import type { ToolStatus } from "@/lib/contract";
import type { Ctx } from "../context";
import { readSigningSecrets, type SigningSecrets } from "../tool-credentials/signing-secrets";
import type { HoldReason } from "./endpoint-view";

/**
 * Says why nothing is sent to a tool, or null when it is sent to.
 *
 * A tool without a webhook secret is never sent to (docs/decisions.md, Webhook deliveries). Nor is a disabled one: its child token gets
 * 403, so it could not read what it is notified of; its deliveries wait, and go out once it is back.
 */
export function holdReason(secrets: SigningSecrets, tool: { slug: string; status: ToolStatus }): HoldReason | null {
  if (tool.status === "disabled") return "tool_disabled";
  if (secrets.of(tool.slug).length > 0) return null;
  return secrets.isUnreadable(tool.slug) ? "secret_unreadable" : "no_secret";
}

/** Reads, for tools of any number, why nothing is sent to each at this moment. One query. For verbs, which have asked who may know. */
export async function readHolds(
  ctx: Pick<Ctx, "db" | "now" | "secrets">,
): Promise<(tool: { slug: string; status: ToolStatus }) => HoldReason | null> {
  const secrets = await readSigningSecrets(ctx);
  return (tool) => holdReason(secrets, tool);
}
