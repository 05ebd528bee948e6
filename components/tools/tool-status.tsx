import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ToolStatus as Status } from "@/lib/contract";
import type { HoldReason } from "@/lib/integrations";

export const STATUS_LABEL: Record<Status, string> = {
  active: "Active",
  beta: "Beta",
  maintenance: "Maintenance",
  deprecated: "Deprecated",
  disabled: "Disabled",
};

const TONE: Record<Status, BadgeTone> = {
  active: "success",
  beta: "accent",
  maintenance: "warning",
  deprecated: "warning",
  disabled: "danger",
};

export function ToolStatus({ status }: { status: Status }) {
  return <Badge tone={TONE[status]}>{STATUS_LABEL[status]}</Badge>;
}

/** Why deliveries wait, and what ends the waiting. */
export const HOLD_WORDS: Record<HoldReason, { short: string; long: string }> = {
  no_secret: {
    short: "No signing secret",
    long: "The hub has no signing secret for this tool, so it sends nothing. Deliveries wait and use no attempts. They go out once a hub administrator makes a secret on the tool's page.",
  },
  secret_unreadable: {
    short: "Signing secret unreadable",
    long: "The hub can't open this tool's signing secret, so it sends nothing. Deliveries wait and use no attempts. They go out once the hub's operator restores HUB_ENCRYPTION_KEY, or a hub administrator makes a new secret on the tool's page.",
  },
  tool_disabled: {
    short: "Tool disabled",
    long: "A hub administrator has disabled this tool. Deliveries wait and use no attempts. They go out once it is enabled again.",
  },
};
