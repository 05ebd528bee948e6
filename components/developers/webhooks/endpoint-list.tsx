import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { pathWith } from "@/components/ui/browser";
import { Badge, Card } from "@/components/ui/card";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { FIRST_SHOWN, holdsText, SEARCH_FROM } from "@/components/ui/list-sizes";
import { Moment } from "@/components/ui/moment";
import { FirstShown, NoMatches, SearchField } from "@/components/ui/search-field";
import { Table } from "@/components/ui/table";
import { Code, Details, LinkButton } from "@/components/ui/text";
import type { DayOfDeliveries, Endpoint } from "@/lib/integrations";
import { countedText, MAX_COUNTED } from "@/lib/platform/text";
import { Legend, type Series, StackedBars } from "../stacked-bars";
import { EndpointButtons } from "./endpoint-buttons";
import { type EndpointActions, undeliveredWords } from "./webhook-texts";

const SERIES: readonly Series[] = [
  { name: "delivered", tone: "success" },
  { name: "failed", tone: "danger", hatched: true },
];
const HEIGHT_PX = 56;

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const sum = (days: readonly DayOfDeliveries[], part: "delivered" | "failed") =>
  days.reduce((total, day) => total + day[part], 0);

function EndpointWeek({ tool, days, isSampled }: Pick<Endpoint, "tool" | "days" | "isSampled">) {
  const toolName = tool.name;
  const [delivered, failed] = [sum(days, "delivered"), sum(days, "failed")];
  const summary = `${delivered.toLocaleString("en")} delivered and ${failed.toLocaleString("en")} failed in 7 days`;
  const max = Math.max(1, ...days.map((day) => day.delivered + day.failed));
  return (
    <div className="flex flex-col gap-2">
      <StackedBars
        summary={`${toolName}: ${summary}`}
        series={SERIES}
        max={max}
        heightPx={HEIGHT_PX}
        bars={days.map((day) => ({
          key: day.day,
          name: `${weekday.format(new Date(day.day))} ${dayAndMonth.format(new Date(day.day))}`,
          values: [day.delivered, day.failed],
        }))}
      />
      <div aria-hidden="true" className="grid grid-cols-7 text-center text-muted text-xs">
        {days.map(({ day }) => (
          <span key={day}>{weekday.format(new Date(day))}</span>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-[0.8125rem] text-muted">
          {summary}
          {isSampled ? `, from this brand’s latest ${MAX_COUNTED.toLocaleString("en")} per day` : ""}
        </p>
        <Legend series={SERIES} />
      </div>
      <Details className="text-[0.8125rem]" summary={`Show table for ${toolName}`}>
        <Table
          compact
          caption={`Deliveries to ${toolName} by day`}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { header: "Day (UTC)", rowHeader: true, cell: ({ day }) => dayAndMonth.format(new Date(day)) },
            { header: "Delivered", align: "end", cell: (day) => day.delivered },
            { header: "Failed", align: "end", cell: (day) => day.failed },
            { header: "Waiting", align: "end", cell: (day) => day.waiting },
            { header: "Cancelled", align: "end", cell: (day) => day.cancelled },
          ]}
        />
      </Details>
    </div>
  );
}

const hadDeliveries = ({ days }: Endpoint): boolean =>
  days.some((day) => day.delivered + day.failed + day.waiting + day.cancelled > 0);

function StatusBadge(endpoint: Endpoint) {
  const { subscription, pause } = endpoint;
  if (!subscription) return <Badge>No endpoint</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Off</Badge>;
  if (pause) return <Badge tone="warning">{PAUSE_WORDS[pause].short}</Badge>;
  if (subscription.failingSince) return <Badge tone="danger">Failing</Badge>;
  const isReached = endpoint.days.some(({ delivered }) => delivered > 0);
  return isReached ? <Badge tone="success">Healthy</Badge> : <Badge>No recent delivery</Badge>;
}

function Warning({ endpoint: { subscription, pause, tool, undelivered } }: { endpoint: Endpoint }): ReactNode {
  if (!subscription) {
    return (
      <Notice title="No webhook URL">
        Owners and admins can set one under Tools. You can also register one with{" "}
        <code className="font-mono">POST /api/public/v1/internal/register-subscription</code> and{" "}
        <code className="font-mono">{`"tool_slug": "${tool.slug}"`}</code>.
      </Notice>
    );
  }
  if (!subscription.enabled) {
    return (
      <Notice tone="danger" title="Webhook off">
        {subscription.disabledReason} Deliveries are cancelled while it is off
        {undelivered ? `: ${undeliveredWords(undelivered)} so far. You can replay them after turning it on` : ""}.
      </Notice>
    );
  }
  if (pause) return <Notice tone="warning">{PAUSE_WORDS[pause].long}</Notice>;
  if (!subscription.failingSince)
    return undelivered ? (
      <Notice tone="warning">{undeliveredWords(undelivered)} failed since the last success.</Notice>
    ) : null;
  return (
    <Notice tone="warning">
      Every attempt since <Moment value={subscription.failingSince} /> failed. After 5 days, the hub turns the webhook
      off.
    </Notice>
  );
}

type EndpointCardProps = {
  endpoint: Endpoint;
  path: string;
  now: Date;
  canManage: boolean;
  actions: EndpointActions;
};

function EndpointCard({ endpoint, path, now, canManage, actions }: EndpointCardProps) {
  const { tool, subscription, pending, undelivered } = endpoint;
  return (
    <Card
      as="li"
      level={3}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {tool.name} <StatusBadge {...endpoint} />
        </span>
      }
      description={subscription ? <Code className="wrap-anywhere">{subscription.webhookUrl}</Code> : undefined}
      footer={
        subscription ? (
          <>
            <span>{pending === 0 ? "None waiting" : `${countedText(pending)} waiting`}</span>
            {canManage ? (
              <EndpointButtons
                toolName={tool.name}
                path={path}
                enabled={subscription.enabled}
                undelivered={undelivered}
                today={now.toISOString().slice(0, 10)}
                actions={actions}
              />
            ) : null}
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

type EndpointListProps = {
  endpoints: readonly Endpoint[];
  now: Date;
  path: string;
  toolsPath: string;
  search: string;
  /** Delivery filters below the list, which this search keeps. */
  filter: Record<string, string>;
  canManage: boolean;
  actionsOf: (toolSlug: string) => EndpointActions;
};

export function EndpointList(props: EndpointListProps) {
  const { endpoints, now, path, toolsPath, search, filter, canManage, actionsOf } = props;
  if (endpoints.length === 0) {
    return (
      <EmptyState
        framed
        level={3}
        icon={<Webhook />}
        title="No endpoints yet"
        action={<LinkButton href={toolsPath}>View tools</LinkButton>}
      >
        Each tool with access to this brand gets an endpoint. Hub administrators grant access.
      </EmptyState>
    );
  }
  const matching = endpoints.filter(({ tool, subscription }) =>
    holdsText(search, [tool.name, tool.slug, subscription?.webhookUrl ?? null]),
  );
  const allHref = pathWith(path, filter);
  return (
    <div className="flex flex-col gap-4">
      {search || endpoints.length >= SEARCH_FROM ? (
        <SearchField
          action={path}
          label="Search endpoints"
          placeholder="Tool or webhook URL"
          name="endpoint"
          value={search}
          keep={filter}
          clearHref={allHref}
        />
      ) : null}
      {matching.length === 0 ? (
        <NoMatches framed level={3} title={`No endpoint matches “${search}”`} href={allHref} />
      ) : (
        <ul className="grid gap-4 xl:grid-cols-2 xl:[&>li:only-child]:col-span-2">
          {matching.slice(0, FIRST_SHOWN).map((endpoint) => (
            <EndpointCard
              key={endpoint.tool.slug}
              endpoint={endpoint}
              path={path}
              now={now}
              canManage={canManage}
              actions={actionsOf(endpoint.tool.slug)}
            />
          ))}
        </ul>
      )}
      <FirstShown of={matching.length} noun="endpoints" />
    </div>
  );
}
