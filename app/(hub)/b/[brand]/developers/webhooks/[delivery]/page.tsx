import type { Metadata } from "next";
import { AutoRefresh } from "@/components/developers/auto-refresh";
import { ManagersOnly } from "@/components/developers/managers-only";
import { AttemptTable, DeliveryStatusBadge, NextStep } from "@/components/developers/webhooks/delivery-table";
import { ReplayButton } from "@/components/developers/webhooks/replay-buttons";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { pathWith } from "@/components/ui/browser";
import { Card, Section } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { Tabs } from "@/components/ui/tabs";
import { Code, type DescriptionItem, DescriptionList, TextLink } from "@/components/ui/text";
import { can, daysText } from "@/lib/access";
import type { DeliveryDetails } from "@/lib/integrations";
import { getDelivery } from "@/lib/integrations/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { foundOr404 } from "../../../../../page-query";
import { replayOne } from "../actions";

export const metadata: Metadata = { title: "Delivery" };

export default async function DeliveryPage({ params }: { params: Promise<{ brand: string; delivery: string }> }) {
  const { brand: slug, delivery: deliveryId } = await params;
  const { ctx, access } = await brandPage(slug, `/developers/webhooks/${deliveryId}`);
  const { brand, role } = access;
  const above = <Breadcrumbs items={[{ label: "Webhooks", href: `/b/${brand.slug}/developers/webhooks` }]} />;
  if (!can(role, "manage"))
    return <ManagersOnly title="Delivery" above={above} what="bodies and responses" role={role} />;
  const delivery = await foundOr404(getDelivery(ctx, { brandId: brand.id, deliveryId }));
  const pending = delivery.status === "pending";
  return (
    <>
      <PageHeader
        above={above}
        title={delivery.type}
        description={`To ${delivery.toolName}`}
        badges={<DeliveryStatusBadge {...delivery} />}
        actions={
          <ReplayButton
            what="this delivery"
            early={pending}
            replay={replayOne.bind(null, brand.id, delivery.id)}
            disabledReason={
              delivery.replayable
                ? null
                : delivery.bodyRemovedAt
                  ? "The body has expired."
                  : "This delivery is already due or being sent."
            }
          />
        }
      />
      {delivery.pause ? <Notice tone="warning">{PAUSE_WORDS[delivery.pause].long}</Notice> : null}
      {delivery.reason ? (
        <Notice tone={delivery.status === "dead" ? "danger" : "neutral"}>{delivery.reason}</Notice>
      ) : null}
      {pending && !delivery.pause ? <AutoRefresh /> : null}
      <Card>
        <Facts delivery={delivery} now={ctx.now} developers={`/b/${brand.slug}/developers`} />
      </Card>
      {delivery.type === "hub.test" ? (
        <Notice>This is a test sent from the hub. It isn’t retried automatically.</Notice>
      ) : null}
      <Section title="Attempts">
        <Card flush>
          {delivery.attemptLog.length > 0 ? (
            <AttemptTable attempts={delivery.attemptLog} />
          ) : (
            <EmptyState level={3} title="No attempts yet">
              The hub sends due deliveries once a minute.
            </EmptyState>
          )}
        </Card>
      </Section>
      <Section title="Body" description="Signatures cover the exact bytes.">
        {delivery.bodyRemovedAt ? (
          <Notice>
            The body and responses have expired. This hub keeps them for {daysText(ctx.retention.payloadsDays)} after a
            delivery finishes.
          </Notice>
        ) : (
          <Tabs
            label="Body format"
            items={[
              {
                value: "formatted",
                label: "Formatted",
                content: <CodeBlock label="Formatted body" code={JSON.stringify(JSON.parse(delivery.body), null, 2)} />,
              },
              {
                value: "exact",
                label: "Exact bytes",
                content: <CodeBlock label="Exact body" code={delivery.body} />,
              },
            ]}
          />
        )}
      </Section>
      <Section title="Headers" description={pending ? "For the next attempt." : "From the last attempt."}>
        <Card>
          <DescriptionList
            className="-my-2.5"
            items={delivery.headers.map(({ name, value }) => ({
              term: name,
              value: value === null ? <span className="text-muted">Computed when sent</span> : <Code>{value}</Code>,
            }))}
          />
        </Card>
      </Section>
    </>
  );
}

function originOf({ event, eventId }: DeliveryDetails, developers: string): DescriptionItem[] {
  if (!event) return eventId ? [{ term: "Event", value: "Expired" }] : [];
  const { id, traceId } = event;
  const mono = "font-mono text-[0.8125rem]";
  return [
    {
      term: "Event",
      value: (
        <TextLink href={`${developers}/events/${id}`} className={mono}>
          {id}
        </TextLink>
      ),
    },
    {
      term: "Trace ID",
      value: traceId ? (
        <TextLink href={pathWith(`${developers}/events`, { trace: traceId })} className={mono}>
          {traceId}
        </TextLink>
      ) : (
        "None"
      ),
    },
  ];
}

/** "2", or "1 since the last replay, 3 in total". */
const attemptsText = ({ attempts, attemptLog: { length } }: DeliveryDetails) =>
  attempts === length ? String(length) : `${attempts} since the last replay, ${length} in total`;

function Facts({ delivery, now, developers }: { delivery: DeliveryDetails; now: Date; developers: string }) {
  const moment = (value: Date) => <Moment value={value} />;
  const code = (value: string) => <Code>{value}</Code>;
  return (
    <DescriptionList
      className="-my-2.5"
      items={[
        { term: "ID", value: code(delivery.id) },
        {
          term: "Tool",
          value: (
            <>
              {delivery.toolName} {code(delivery.toolSlug)}
            </>
          ),
        },
        ...originOf(delivery, developers),
        { term: "Sent to", value: delivery.webhookUrl ? code(delivery.webhookUrl) : "Subscription removed" },
        { term: "Created", value: moment(delivery.createdAt) },
        { term: "Attempts", value: attemptsText(delivery) },
        delivery.finishedAt
          ? { term: "Finished", value: moment(delivery.finishedAt) }
          : { term: "Next attempt", value: <NextStep delivery={delivery} now={now} /> },
      ]}
    />
  );
}
