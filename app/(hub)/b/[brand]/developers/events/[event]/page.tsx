import { Send } from "lucide-react";
import type { Metadata } from "next";
import { EventSource, repeatedWords } from "@/components/developers/events/event-table";
import { ManagersOnly } from "@/components/developers/managers-only";
import { DeliveryTable } from "@/components/developers/webhooks/delivery-table";
import { pathWith } from "@/components/ui/browser";
import { Badge, Card, Section } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { Code, DescriptionList, TextLink } from "@/components/ui/text";
import { can, daysText } from "@/lib/access";
import type { EventDetails } from "@/lib/integrations";
import { getEvent, listDeliveries } from "@/lib/integrations/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { foundOr404 } from "../../../../../page-query";
import { replayOne } from "../../webhooks/actions";

export const metadata: Metadata = { title: "Event" };

export default async function EventPage({ params }: { params: Promise<{ brand: string; event: string }> }) {
  const { brand: slug, event: eventId } = await params;
  const { ctx, access } = await brandPage(slug, `/developers/events/${eventId}`);
  const path = `/b/${access.brand.slug}/developers/events`;
  const above = <Breadcrumbs items={[{ label: "Events", href: path }]} />;
  if (!can(access.role, "manage"))
    return <ManagersOnly title="Event" above={above} what="payloads" role={access.role} />;
  const event = await foundOr404(getEvent(ctx, { brandId: access.brand.id, eventId }));
  const caused = await listDeliveries(ctx, { brandId: access.brand.id, eventId: event.id, limit: MAX_CAUSED });
  const webhooks = `/b/${access.brand.slug}/developers/webhooks`;
  return (
    <>
      <PageHeader above={above} title={event.type} badges={<Badge>{`Version ${event.apiVersion}`}</Badge>} />
      <Card>
        <Facts event={event} path={path} />
      </Card>
      <Section
        title="Deliveries"
        description="Sent to each of the brand’s other tools that subscribes to this event type."
      >
        <Card flush>
          {caused.entries.length > 0 ? (
            <DeliveryTable
              deliveries={caused.entries}
              now={ctx.now}
              path={webhooks}
              canManage
              replay={replayOne.bind(null, access.brand.id)}
            />
          ) : (
            <EmptyState level={3} icon={<Send />} title="No deliveries">
              {event.apiVersion === 0
                ? "Version 0 events are stored but not delivered."
                : "No other tool with a webhook URL was subscribed when this event arrived, or its deliveries have expired."}
            </EmptyState>
          )}
        </Card>
      </Section>
      <Section title="Payload">
        {event.payload ? (
          <CodeBlock label="JSON" code={JSON.stringify(event.payload, null, 2)} />
        ) : (
          <Notice>The payload has expired. This hub keeps payloads for {daysText(ctx.retention.payloadsDays)}.</Notice>
        )}
      </Section>
    </>
  );
}

/** Each tool receives an event once. Brands with more tools see the rest in the list. */
const MAX_CAUSED = 100;

const REPEATED = "The same idempotency key was sent again. Only the first event counts.";

function Facts({ event, path }: { event: EventDetails; path: string }) {
  const code = (value: string) => <Code>{value}</Code>;
  const moment = (value: Date) => <Moment value={value} />;
  return (
    <DescriptionList
      className="-my-2.5"
      items={[
        { term: "ID", value: code(event.id) },
        { term: "Sent by", value: <EventSource source={event.source} /> },
        { term: "Occurred", value: moment(event.occurredAt) },
        { term: "Received", value: moment(event.receivedAt) },
        { term: "Idempotency key", value: event.idempotencyKey ? code(event.idempotencyKey) : "None in version 0" },
        {
          term: "Trace ID",
          value: event.traceId ? (
            <TextLink href={pathWith(path, { trace: event.traceId })} className="font-mono text-[0.8125rem]">
              {event.traceId}
            </TextLink>
          ) : (
            "None"
          ),
        },
        {
          term: "Repeated",
          value: event.duplicates === 0 ? "Never" : `${repeatedWords(event.duplicates)}. ${REPEATED}`,
        },
      ]}
    />
  );
}
