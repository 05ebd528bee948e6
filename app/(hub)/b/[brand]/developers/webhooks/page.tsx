import { Search, Send, Webhook } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { address } from "@/components/developers/address";
import { AutoRefresh } from "@/components/developers/auto-refresh";
import { DeliveryFilters } from "@/components/developers/webhooks/delivery-filters";
import { DeliveryTable } from "@/components/developers/webhooks/delivery-table";
import { EndpointCard } from "@/components/developers/webhooks/endpoint-card";
import { ListPages } from "@/components/paging/list-pages";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { brandPage } from "@/lib/auth/brand-page";
import type { Ctx } from "@/lib/context";
import { listDeliveries, listEndpoints } from "@/lib/deliveries";
import type { BrandAccess } from "@/lib/members";
import { listToolsForBrand } from "@/lib/tools";
import { webhookSecretsOf } from "@/lib/webhook-secrets";
import { dayAfter, dayOf, foundOr404, oneOf, single } from "../../../../page-query";
import { type BrandPageProps, CUT_ADDRESSES, manageReason } from "../../page-input";
import { replayFailed, replayMissed, replayOne, sendTest, turnOff, turnOn } from "./actions";

export const metadata: Metadata = { title: "Webhooks" };

const STATUSES = ["pending", "retrying", "delivered", "dead", "cancelled"] as const;

/** Fewer than usual: on phones each is a card. */
const PAGE_SIZE = 25;

type Part = { ctx: Ctx; access: BrandAccess };

/** Where the brand's tools are told of its changes, how that goes, and every delivery. */
export default async function WebhooksPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/webhooks");
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Each tool is told of every published change, signed, until it answers with a 2xx."
      />
      <Section title="Endpoints" description={manageReason(access.role) ? CUT_ADDRESSES : undefined}>
        <Suspense fallback={<EndpointsLoading />}>
          <Endpoints ctx={ctx} access={access} query={await searchParams} />
        </Suspense>
      </Section>
      <Deliveries ctx={ctx} access={access} query={await searchParams} />
    </>
  );
}

async function Endpoints({ ctx, access: { brand, role }, query }: Part) {
  const path = `/b/${brand.slug}/developers/webhooks`;
  const search = single(query.endpoint)?.trim() ?? "";
  const endpoints = await listEndpoints(ctx, brand.id, webhookSecretsOf);
  const found = endpoints.filter(({ tool, subscription }) =>
    holdsText(search, [tool.name, tool.slug, subscription?.webhookUrl ?? null]),
  );
  if (endpoints.length === 0) {
    return (
      <EmptyState
        framed
        level={3}
        icon={<Webhook />}
        title="No tool may use this brand yet"
        action={<LinkButton href={`/b/${brand.slug}/tools`}>See all tools</LinkButton>}
      >
        A hub administrator entitles brands to tools. Each then gets an endpoint here.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4 xl:grid-cols-2">
      {endpoints.map((endpoint) => {
        const key = { brandId: brand.id, toolSlug: endpoint.tool.slug };
        const actions = {
          sendTest: sendTest.bind(null, key),
          replayFailed: replayFailed.bind(null, key),
          replayMissed: replayMissed.bind(null, key),
          turnOff: turnOff.bind(null, key),
          turnOn: turnOn.bind(null, key),
        };
        return (
          <EndpointCard
            key={endpoint.tool.slug}
            endpoint={endpoint}
            now={ctx.now}
            manageReason={manageReason(role)}
            actions={actions}
          />
        );
      })}
    </ul>
  );
}

type DeliveriesProps = Part & { query: Awaited<BrandPageProps["searchParams"]> };

async function Deliveries({ ctx, access: { brand, role }, query }: DeliveriesProps) {
  const path = `/b/${brand.slug}/developers/webhooks`;
  const status = oneOf(query.status, STATUSES);
  const filter = {
    status: status ?? "",
    tool: single(query.tool) ?? "",
    from: dayOf(query.from),
    until: dayOf(query.until),
    q: single(query.q)?.trim() ?? "",
  };
  const after = single(query.after);
  const [{ entries, next }, tools] = await Promise.all([
    foundOr404(
      listDeliveries(
        ctx,
        {
          brandId: brand.id,
          status,
          toolSlug: filter.tool,
          from: filter.from ? new Date(filter.from) : undefined,
          until: filter.until ? dayAfter(filter.until) : undefined,
          search: filter.q,
          after,
          limit: PAGE_SIZE,
        },
        webhookSecretsOf,
      ),
    ),
    listToolsForBrand(ctx.db, brand.id),
  ]);
  const filtered = Object.values(filter).some(Boolean);
  const changesSoon = entries.some(({ status, hold, dueAt }) => status === "pending" && !hold && dueAt <= ctx.now);
  return (
    <Section title="Deliveries">
      {changesSoon ? <AutoRefresh /> : null}
      <div className="flex flex-col gap-4">
        <DeliveryFilters action={path} filter={filter} tools={tools} />
        <Card flush>
          {entries.length > 0 ? (
            <DeliveryTable
              deliveries={entries}
              now={ctx.now}
              path={path}
              replayReason={manageReason(role)}
              replay={replayOne.bind(null, brand.id)}
            />
          ) : (
            <NoDeliveries filtered={filtered} path={path} />
          )}
        </Card>
        <ListPages
          newestFirst
          label="Pages of deliveries"
          firstHref={after ? address(path, filter) : null}
          nextHref={next && address(path, { ...filter, after: next })}
        />
      </div>
    </Section>
  );
}

function NoDeliveries({ filtered, path }: { filtered: boolean; path: string }) {
  if (filtered) {
    return (
      <EmptyState
        level={3}
        icon={<Search />}
        title="No delivery matches these filters"
        action={<LinkButton href={path}>Show all</LinkButton>}
      />
    );
  }
  return (
    <EmptyState level={3} icon={<Send />} title="Nothing has been sent yet">
      Publishing a change, or sending a test from an endpoint above, records the first delivery.
    </EmptyState>
  );
}

function EndpointsLoading() {
  return (
    <SkeletonGroup label="Loading the endpoints" className="grid gap-4 xl:grid-cols-2">
      <Skeleton className="h-64 w-full" />
      <Skeleton className="h-64 w-full" />
    </SkeletonGroup>
  );
}
