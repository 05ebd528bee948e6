import { Download, Send } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { AutoRefresh } from "@/components/developers/auto-refresh";
import { DeliveryTable, DeliveryTotals } from "@/components/developers/webhooks/delivery-table";
import { EndpointList } from "@/components/developers/webhooks/endpoint-list";
import { ReplayMatchingButton } from "@/components/developers/webhooks/replay-buttons";
import type { EndpointActions } from "@/components/developers/webhooks/webhook-texts";
import { pathWith } from "@/components/ui/browser";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { NoMatches } from "@/components/ui/search-field";
import { LinkButton } from "@/components/ui/text";
import { type BrandAccess, can } from "@/lib/access";
import { countDeliveries, listDeliveries, listEndpoints, listToolsForBrand } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { brandPage } from "@/lib/web/auth/current-user";
import { foundOr404, single } from "../../../../page-query";
import { type BrandPageProps, CUT_URLS } from "../../page-input";
import {
  countMatching,
  replayAllMatching,
  replayFailed,
  replayOne,
  replayUndelivered,
  sendTest,
  turnOff,
  turnOn,
} from "./actions";
import { deliveryQuery } from "./delivery-query";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/webhooks");
  const query = await searchParams;
  const part = {
    ctx,
    access,
    path: `/b/${access.brand.slug}/developers/webhooks`,
    search: single(query.endpoint)?.trim() ?? "",
    ...deliveryQuery(query),
  };
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Signed notifications of published changes, retried until the tool answers 2xx."
      />
      <Section title="Endpoints" description={can(access.role, "manage") ? undefined : CUT_URLS}>
        <Endpoints {...part} />
      </Section>
      <Deliveries {...part} after={single(query.after)} before={single(query.before)} />
    </>
  );
}

type PartProps = {
  ctx: Ctx;
  access: BrandAccess;
  path: string;
  search: string;
} & ReturnType<typeof deliveryQuery>;

async function Endpoints({ ctx, access: { brand, role }, path, search, filter }: PartProps) {
  const actionsOf = (toolSlug: string): EndpointActions => {
    const key = { brandId: brand.id, toolSlug };
    return {
      sendTest: sendTest.bind(null, key),
      replayFailed: replayFailed.bind(null, key),
      replayUndelivered: replayUndelivered.bind(null, key),
      turnOff: turnOff.bind(null, key),
      turnOn: turnOn.bind(null, key),
    };
  };
  return (
    <EndpointList
      endpoints={await listEndpoints(ctx, { brandId: brand.id })}
      now={ctx.now}
      path={path}
      toolsPath={`/b/${brand.slug}/tools`}
      search={search}
      filter={filter}
      canManage={can(role, "manage")}
      actionsOf={actionsOf}
    />
  );
}

async function Totals({ ctx, access, path, search, filter, criteria }: PartProps) {
  const totals = await countDeliveries(ctx, { ...criteria, brandId: access.brand.id });
  return <DeliveryTotals path={path} kept={{ ...filter, endpoint: search }} totals={totals} />;
}

async function Deliveries(props: PartProps & { after: string | null; before: string | null }) {
  const { ctx, access, path, search, filter, criteria, after, before } = props;
  const { brand } = access;
  const canManage = can(access.role, "manage");
  const kept = { ...filter, endpoint: search };
  const [{ entries, next, previous }, tools] = await Promise.all([
    foundOr404(
      listDeliveries(ctx, {
        ...criteria,
        brandId: brand.id,
        after,
        before,
      }),
    ),
    listToolsForBrand(ctx, { brandId: brand.id }),
  ]);
  const filtered = Object.values(filter).some(Boolean);
  const changesSoon = entries.some(({ status, pause, dueAt }) => status === "pending" && !pause && dueAt <= ctx.now);
  return (
    <Section title="Deliveries">
      {changesSoon ? <AutoRefresh /> : null}
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <Suspense fallback={<DeliveryTotals path={path} kept={kept} />}>
            <Totals {...props} />
          </Suspense>
          <div className="flex flex-wrap gap-2">
            {canManage ? (
              <ReplayMatchingButton
                filtered={filtered}
                count={countMatching.bind(null, brand.id, filter)}
                replay={replayAllMatching.bind(null, brand.id, filter)}
              />
            ) : null}
            {(["jsonl", "csv"] as const).map((format) => (
              <LinkButton
                key={format}
                size="sm"
                href={pathWith(`${path}/export`, { ...filter, format })}
                icon={<Download aria-hidden="true" />}
                prefetch={false}
              >
                {format === "csv" ? "CSV" : "JSON Lines"}
              </LinkButton>
            ))}
          </div>
        </div>
        <FilterBar
          path={path}
          label="Filter deliveries"
          params={kept}
          search={{ placeholder: "ID or event type" }}
          choices={[
            { name: "tool", label: "Tool", options: tools.map(({ slug, name }) => ({ value: slug, label: name })) },
            { name: "trace", label: "Trace ID" },
          ]}
          daysUntil={ctx.now}
        />
        <Card flush>
          {entries.length > 0 ? (
            <DeliveryTable
              deliveries={entries}
              now={ctx.now}
              path={path}
              canManage={canManage}
              replay={replayOne.bind(null, brand.id)}
            />
          ) : (
            <NoDeliveries filtered={filtered} path={path} />
          )}
        </Card>
        <CursorPages
          newestFirst
          label="Delivery pages"
          path={path}
          kept={kept}
          after={before ?? after}
          next={next}
          previous={previous}
        />
      </div>
    </Section>
  );
}

function NoDeliveries({ filtered, path }: { filtered: boolean; path: string }) {
  if (filtered) return <NoMatches level={3} title="No matching deliveries" href={path} />;
  return (
    <EmptyState level={3} icon={<Send />} title="No deliveries yet">
      Publish a change or send a test from an endpoint above.
    </EmptyState>
  );
}
