import type { BrandTool, HoldReason } from "@/lib/integrations";

/** Why a tool of the brand is not notified of its changes as it should be. */
export type ToolTrouble = "off" | "failing" | HoldReason;

/** What is wrong between the hub and a tool that is to be notified, worst first; null where all is well, or nobody wants it notified. */
export function toolTrouble({ subscription, hold }: Pick<BrandTool, "subscription" | "hold">): ToolTrouble | null {
  if (!subscription) return hold === "tool_disabled" ? hold : null;
  if (!subscription.enabled) return "off";
  return hold ?? (subscription.failingSince ? "failing" : null);
}
