import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { Moment, TimeAgo } from "@/components/ui/moment";
import type { ToolStatus as Status } from "@/lib/contract";
import type { BrandTool, PauseReason } from "@/lib/integrations";

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

type HealthProps = Pick<BrandTool, "subscription" | "pause">;

export function WebhookHealth({ subscription, pause }: HealthProps) {
  if (!subscription) return <Badge>No webhook</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Webhook off</Badge>;
  if (pause) return <Badge tone="warning">Paused: {PAUSE_WORDS[pause].short.toLowerCase()}</Badge>;
  if (subscription.failingSince) return <Badge tone="danger">Webhook failing</Badge>;
  if (!subscription.lastServedAt) return <Badge>No delivery yet</Badge>;
  return <Badge tone="success">Webhook healthy</Badge>;
}

export function WebhookWarning({ subscription, pause, now, action }: HealthProps & { now: Date; action?: ReactNode }) {
  if (subscription && !subscription.enabled) {
    return (
      <Notice tone="danger" action={action}>
        {subscription.disabledReason} Deliveries are cancelled while it is off.
        {subscription.disabledAt ? (
          <>
            {" "}
            Turned off <TimeAgo value={subscription.disabledAt} now={now} />.
          </>
        ) : null}
      </Notice>
    );
  }
  if (pause) return <Notice tone="warning">{PAUSE_WORDS[pause].long}</Notice>;
  if (!subscription?.failingSince) return null;
  return (
    <Notice tone="warning" action={action}>
      Every attempt since <Moment value={subscription.failingSince} /> failed. After 5 days, the hub turns the webhook
      off.
    </Notice>
  );
}
