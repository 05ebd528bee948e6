import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { TimeAgo } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { BrandTool } from "@/lib/integrations";
import { PAUSE_WORDS } from "./tool-status";

type HealthProps = Pick<BrandTool, "subscription" | "pause">;

export function WebhookHealth({ subscription, pause }: HealthProps) {
  if (!subscription) return <Badge>No webhook</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Webhook off</Badge>;
  if (pause) return <Badge tone="warning">Paused: {PAUSE_WORDS[pause].short.toLowerCase()}</Badge>;
  if (subscription.failingSince) return <Badge tone="danger">Webhook failing</Badge>;
  return <Badge tone="success">Webhook healthy</Badge>;
}

type WarningProps = HealthProps & { now: Date; action?: ReactNode };

export function WebhookWarning({ subscription, pause, now, action }: WarningProps) {
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
      Every attempt has failed since <TimeAgo value={subscription.failingSince} now={now} />. After 5 days, the hub
      turns the webhook off.
    </Notice>
  );
}
