import type { ToolStatus } from "@/lib/contract";

/** The signing secrets of a tool, current one first; empty when none is configured. */
export type SecretsOf = (toolSlug: string) => readonly string[];

/** Why a tool's deliveries stay pending and use no attempts. */
export type HoldReason = "no_secret" | "tool_disabled";

/**
 * Says why nothing is sent to a tool, or null when it is sent to.
 *
 * A tool without a webhook secret is never sent to (docs/decisions.md, Webhook deliveries). Nor is a disabled one: its child token gets 403, so it could not read
 * what it is told of; its deliveries wait, and go out once it is back.
 */
export function holdReason(tool: { slug: string; status: ToolStatus }, secretsOf: SecretsOf): HoldReason | null {
  if (tool.status === "disabled") return "tool_disabled";
  return secretsOf(tool.slug).length === 0 ? "no_secret" : null;
}
