import { Radio, Search } from "lucide-react";
import type { Metadata } from "next";
import { EventFilters } from "@/components/developers/events/event-filters";
import { EventTable } from "@/components/developers/events/event-table";
import { SendEvent } from "@/components/developers/events/send-event";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { Section } from "@/components/ui/section";
import { brandPage } from "@/lib/auth/brand-page";
import { env } from "@/lib/config/env";
import { listEvents } from "@/lib/events/server";
import { listToolsForBrand } from "@/lib/tools/server";
import { foundOr404, oneOf, single } from "../../../../page-query";
import { type BrandPageProps, manageReason } from "../../page-input";

export const metadata: Metadata = { title: "Events" };

/** Fewer than usual: on phones each is a card. */
const PAGE_SIZE = 25;

const WHAT = "What tools and services report about this brand, newest first, in both versions of the API.";

const text = (value: string | string[] | undefined) => single(value)?.trim() ?? "";

/** What tools and services reported about the brand. */
export default async function EventsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/events");
  const { brand } = access;
  const reason = manageReason(access.role);
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
    listToolsForBrand(ctx, { brandId: brand.id }),
  ]);
  const path = `/b/${brand.slug}/developers/events`;
  return (
    <>
      <PageHeader title="Events" description={reason ? `${WHAT} Their payloads are for owners and admins.` : WHAT} />
      <div className="flex flex-col gap-4">
        <EventFilters action={path} filter={filter} tools={tools} />
        <Card flush>
          {entries.length > 0 ? (
            <EventTable events={entries} now={ctx.now} path={path} managed={!reason} />
          ) : (
            <NoEvents filtered={Object.values(filter).some(Boolean)} path={path} />
          )}
        </Card>
        <CursorPages newestFirst label="Pages of events" path={path} kept={filter} after={after} next={next} />
      </div>
      <Section title="Send one" description="From a back end: neither credential belongs into a browser.">
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
