import type { ReactNode } from "react";
import { HOLD_WORDS } from "@/components/tools/hold-words";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { countedText, type Endpoint } from "@/lib/deliveries";
import { EndpointButtons } from "./endpoint-buttons";
import { EndpointWeek } from "./endpoint-week";
import type { EndpointActions } from "./types";
import { missedWords } from "./webhook-texts";

const hadDeliveries = ({ days }: Endpoint): boolean =>
  days.some((day) => day.delivered + day.failed + day.waiting + day.cancelled > 0);

function StatusBadge(endpoint: Endpoint) {
  const { subscription, hold } = endpoint;
  if (!subscription) return <Badge>No endpoint</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Off</Badge>;
  if (hold) return <Badge tone="warning">{HOLD_WORDS[hold].short}</Badge>;
  if (subscription.failingSince) return <Badge tone="danger">Failing</Badge>;
  const isReached = endpoint.days.some(({ delivered }) => delivered > 0);
  return isReached ? <Badge tone="success">Healthy</Badge> : <Badge>No recent delivery</Badge>;
}

/** What a person should know about an endpoint before anything else, if there is such a thing. */
function Warning({ endpoint: { subscription, hold, tool, missed } }: { endpoint: Endpoint }): ReactNode {
  if (!subscription) {
    return (
      <Notice title="Nothing is sent to this tool">
        It has no webhook URL for this brand. An owner or admin sets one under Tools, or the hub registers one with{" "}
        <code className="font-mono">POST /api/public/v1/internal/register-subscription</code> and{" "}
        <code className="font-mono">{`"tool_slug": "${tool.slug}"`}</code>.
      </Notice>
    );
  }
  if (!subscription.enabled) {
    return (
      <Notice tone="danger" title="This subscription is off">
        {subscription.disabledReason} Deliveries are recorded as cancelled until it is turned on
        {missed ? `: ${missedWords(missed)} so far, which can be replayed then` : ""}.
      </Notice>
    );
  }
  if (hold) return <Notice tone="warning">{HOLD_WORDS[hold].long}</Notice>;
  if (!subscription.failingSince)
    return missed ? (
      <Notice tone="warning">
        {missedWords(missed)} did not reach it since it last took one. What was missed can be replayed.
      </Notice>
    ) : null;
  return (
    <Notice tone="warning">
      Every attempt since <Moment value={subscription.failingSince} /> failed. After five days of that the hub turns the
      subscription off.
    </Notice>
  );
}

type EndpointCardProps = {
  endpoint: Endpoint;
  path: string;
  now: Date;
  manageReason: string | null;
  actions: EndpointActions;
};

/** Where one tool is notified of the brand's changes, how that went, and what can be done about it. */
export function EndpointCard({ endpoint, path, now, manageReason, actions }: EndpointCardProps) {
  const { tool, subscription, pending, missed } = endpoint;
  return (
    <Card
      as="li"
      level={3}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {tool.name} <StatusBadge {...endpoint} />
        </span>
      }
      description={
        subscription ? (
          <code className="font-mono text-[0.8125rem] wrap-anywhere">{subscription.webhookUrl}</code>
        ) : undefined
      }
      footer={
        subscription ? (
          <>
            <span>{pending === 0 ? "Nothing is waiting" : `${countedText(pending)} waiting`}</span>
            <EndpointButtons
              toolName={tool.name}
              path={path}
              enabled={subscription.enabled}
              missed={missed}
              manageReason={manageReason}
              today={now.toISOString().slice(0, 10)}
              actions={actions}
            />
          </>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        <Warning endpoint={endpoint} />
        {subscription || hadDeliveries(endpoint) ? <EndpointWeek {...endpoint} /> : null}
      </div>
    </Card>
  );
}
