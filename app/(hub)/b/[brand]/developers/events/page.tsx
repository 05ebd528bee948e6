import { Radio, Search } from "lucide-react";
import type { Metadata } from "next";
import { address } from "@/components/developers/address";
import { EventFilters } from "@/components/developers/events/event-filters";
import { versionOneSample, versionZeroSample } from "@/components/developers/events/event-samples";
import { EventTable } from "@/components/developers/events/event-table";
import { ListPages } from "@/components/paging/list-pages";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Tabs } from "@/components/ui/tabs";
import { brandPage } from "@/lib/auth/brand-page";
import { env } from "@/lib/env";
import { listEvents } from "@/lib/events";
import { listToolsForBrand } from "@/lib/tools";
import { foundOr404, oneOf, single } from "../../../../page-query";
import type { BrandPageProps } from "../../page-input";

export const metadata: Metadata = { title: "Events" };

/** Fewer than usual: on phones each is a card. */
const PAGE_SIZE = 25;

const text = (value: string | string[] | undefined) => single(value)?.trim() ?? "";

/** What tools and services told the hub about the brand. */
export default async function EventsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/events");
  const { brand } = access;
  const query = await searchParams;
  const version = oneOf(query.version, ["0", "1"] as const);
  const filter = {
    version: version ?? "",
    type: text(query.type),
    tool: text(query.tool),
    trace: text(query.trace),
    q: text(query.q),
  };
  const after = single(query.after);
  const [{ entries, next }, tools] = await Promise.all([
    foundOr404(
      listEvents(ctx, {
        brandId: brand.id,
        apiVersion: version && Number(version),
        type: filter.type,
        toolSlug: filter.tool,
        traceId: filter.trace,
        search: filter.q,
        after,
        limit: PAGE_SIZE,
      }),
    ),
    listToolsForBrand(ctx.db, brand.id),
  ]);
  const path = `/b/${brand.slug}/developers/events`;
  const toolSlug = tools.find(({ entitled, status }) => entitled && status !== "disabled")?.slug ?? "your-tool";
  const sample = { baseUrl: env.HUB_BASE_URL, brandId: brand.id, toolSlug, now: ctx.now };
  return (
    <>
      <PageHeader
        title="Events"
        description="What tools and services report about this brand, newest first, in both versions of the API."
      />
      <div className="flex flex-col gap-4">
        <EventFilters action={path} filter={filter} tools={tools} />
        <Card flush>
          {entries.length > 0 ? (
            <EventTable events={entries} now={ctx.now} path={path} />
          ) : (
            <NoEvents filtered={Object.values(filter).some(Boolean)} path={path} />
          )}
        </Card>
        <ListPages
          newestFirst
          label="Pages of events"
          firstHref={after ? address(path, filter) : null}
          nextHref={next && address(path, { ...filter, after: next })}
        />
      </div>
      <Section title="Send one" description="From a back end: neither credential belongs into a browser.">
        <Tabs
          label="Versions of the events API"
          items={[
            {
              value: "v1",
              label: "Version 1",
              content: (
                <div className="flex flex-col gap-3">
                  <p className="text-muted">
                    By a tool, with its child app token. The same <code className="font-mono">idempotency_key</code>{" "}
                    counts once, however often it is sent, and other tools that listen for the type are told.
                  </p>
                  <CodeBlock label="curl for version 1" code={versionOneSample(sample)} />
                </div>
              ),
            },
            {
              value: "v0",
              label: "Version 0",
              content: (
                <div className="flex flex-col gap-3">
                  <p className="text-muted">
                    By a service, with an API key of this brand. Kept for older services: every call stores an event,
                    and no tool is told of it.
                  </p>
                  <CodeBlock label="curl for version 0" code={versionZeroSample(sample)} />
                </div>
              ),
            },
          ]}
        />
      </Section>
    </>
  );
}

function NoEvents({ filtered, path }: { filtered: boolean; path: string }) {
  if (filtered) {
    return (
      <EmptyState
        icon={<Search />}
        title="No event matches these filters"
        action={<LinkButton href={path}>Show all</LinkButton>}
      />
    );
  }
  return (
    <EmptyState icon={<Radio />} title="No events yet">
      The first one appears here as soon as a tool or service sends it. A line to try it with stands below.
    </EmptyState>
  );
}
