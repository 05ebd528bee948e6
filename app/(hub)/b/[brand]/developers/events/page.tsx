import { Radio } from "lucide-react";
import type { Metadata } from "next";
import { EventTable } from "@/components/developers/events/event-table";
import { SendEvent } from "@/components/developers/events/send-event";
import { DeliveryTable } from "@/components/developers/webhooks/delivery-table";
import { pathWith } from "@/components/ui/browser";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { NoMatches } from "@/components/ui/search-field";
import { TextLink } from "@/components/ui/text";
import { can } from "@/lib/access";
import { listDeliveries, listEvents, listToolsForBrand } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { brandPage } from "@/lib/web/auth/current-user";
import { filterOf, foundOr404, oneOf, single } from "../../../../page-query";
import type { BrandPageProps } from "../../page-input";
import { replayOne } from "../webhooks/actions";

export const metadata: Metadata = { title: "Events" };

const WHAT = "Events that tools and services report about this brand.";

const VERSIONS = [
  { value: "1", label: "Version 1" },
  { value: "0", label: "Version 0" },
];

export default async function EventsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/events");
  const { brand } = access;
  const canManage = can(access.role, "manage");
  const query = await searchParams;
  const version = oneOf(query.version, ["0", "1"] as const);
  const filter = { ...filterOf(query, ["type", "tool", "trace", "q"]), version: version ?? "" };
  const [after, before] = [single(query.after), single(query.before)];
  const [{ entries, next, previous }, tools, caused] = await Promise.all([
    foundOr404(
      listEvents(ctx, {
        brandId: brand.id,
        apiVersion: version && Number(version),
        type: filter.type,
        toolSlug: filter.tool,
        traceId: filter.trace,
        search: filter.q,
        after,
        before,
      }),
    ),
    listToolsForBrand(ctx, { brandId: brand.id }),
    filter.trace ? listDeliveries(ctx, { brandId: brand.id, traceId: filter.trace }) : null,
  ]);
  const path = `/b/${brand.slug}/developers/events`;
  const webhooks = `/b/${brand.slug}/developers/webhooks`;
  return (
    <>
      <PageHeader title="Events" description={canManage ? WHAT : `${WHAT} Only owners and admins can see payloads.`} />
      <div className="flex flex-col gap-4">
        <FilterBar
          path={path}
          label="Filter events"
          params={filter}
          search={{ placeholder: "ID, key or type" }}
          choices={[
            { name: "version", label: "Version", options: VERSIONS },
            { name: "tool", label: "Tool", options: tools.map(({ slug, name }) => ({ value: slug, label: name })) },
            { name: "type", label: "Type" },
            { name: "trace", label: "Trace ID" },
          ]}
        />
        <Card flush>
          {entries.length > 0 ? (
            <EventTable events={entries} now={ctx.now} path={path} managed={canManage} />
          ) : (
            <NoEvents filtered={Object.values(filter).some(Boolean)} path={path} />
          )}
        </Card>
        <CursorPages
          newestFirst
          label="Event pages"
          path={path}
          kept={filter}
          after={before ?? after}
          next={next}
          previous={previous}
        />
      </div>
      {caused ? (
        <Section title="Deliveries of this trace">
          <Card
            flush
            footer={
              caused.next ? (
                <TextLink href={pathWith(webhooks, { trace: filter.trace })}>View all deliveries</TextLink>
              ) : undefined
            }
          >
            {caused.entries.length > 0 ? (
              <DeliveryTable
                deliveries={caused.entries}
                now={ctx.now}
                path={webhooks}
                canManage={canManage}
                replay={replayOne.bind(null, brand.id)}
              />
            ) : (
              <EmptyState level={3} icon={<Radio />} title="No deliveries for this trace" />
            )}
          </Card>
        </Section>
      ) : null}
      <Section title="Send an event" description="Never put credentials in a browser.">
        <SendEvent
          baseUrl={env.HUB_BASE_URL}
          brandId={brand.id}
          toolSlug={tools.find(({ entitled, status }) => entitled && status !== "disabled")?.slug ?? null}
          now={ctx.now}
          keysPath={`/b/${brand.slug}/developers/keys`}
        />
      </Section>
    </>
  );
}

function NoEvents({ filtered, path }: { filtered: boolean; path: string }) {
  if (filtered) return <NoMatches title="No event matches these filters" href={path} />;
  return (
    <EmptyState icon={<Radio />} title="No events yet">
      Events appear here when a tool or service sends them. Try the command below.
    </EmptyState>
  );
}
