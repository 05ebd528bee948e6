import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { TimeAgo } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import type { BrandTool } from "@/lib/integrations";
import { HOLD_WORDS } from "./tool-status";

type HealthProps = Pick<BrandTool, "subscription" | "hold">;

/** How the hub reaches the tool, in a word or two. */
export function WebhookHealth({ subscription, hold }: HealthProps) {
  if (!subscription) return <Badge>No webhook</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Webhook off</Badge>;
  if (hold) return <Badge tone="warning">On hold: {HOLD_WORDS[hold].short.toLowerCase()}</Badge>;
  if (subscription.failingSince) return <Badge tone="danger">Webhook fails</Badge>;
  return <Badge tone="success">Notified of changes</Badge>;
}

type WarningProps = HealthProps & { now: Date; action?: ReactNode };

export function WebhookWarning({ subscription, hold, now, action }: WarningProps) {
  if (subscription && !subscription.enabled) {
    return (
      <Notice tone="danger" title="Its webhook is off" action={action}>
        {subscription.disabledReason} New versions are recorded as cancelled until it is turned on.
        {subscription.disabledAt ? (
          <>
            {" "}
            That was <TimeAgo value={subscription.disabledAt} now={now} />.
          </>
        ) : null}
      </Notice>
    );
  }
  if (hold) return <Notice tone="warning">{HOLD_WORDS[hold].long}</Notice>;
  if (!subscription?.failingSince) return null;
  return (
    <Notice tone="warning" title="Its webhook fails" action={action}>
      No attempt has succeeded; the first of them failed <TimeAgo value={subscription.failingSince} now={now} />. After
      five days of that the hub turns it off.
    </Notice>
  );
}
