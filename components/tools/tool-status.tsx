import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ToolStatus as Status } from "@/lib/contract";
import type { PauseReason } from "@/lib/integrations";

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

/** Why deliveries are paused, and what resumes them. */
export const PAUSE_WORDS: Record<PauseReason, { short: string; long: string }> = {
  no_secret: {
    short: "No signing secret",
    long: "The hub has no signing secret for this tool. Deliveries are paused and use no attempts. A hub administrator can issue a secret on the tool's page.",
  },
  secret_unreadable: {
    short: "Signing secret unreadable",
    long: "The hub can't decrypt this tool's signing secret. Deliveries are paused and use no attempts. Restore its key in HUB_ENCRYPTION_KEY, or issue a new secret on the tool's page.",
  },
  tool_disabled: {
    short: "Tool disabled",
    long: "A hub administrator has disabled this tool. Deliveries are paused and use no attempts until it is enabled again.",
  },
};
