import { ChartNoAxesColumn, Search } from "lucide-react";
import type { Metadata } from "next";
import {
  BucketTable,
  budgetOver,
  CredentialTable,
  SPAN_NAMES,
  SPANS,
  UsageChart,
} from "@/components/developers/usage/usage-chart";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { holdsText, SEARCH_FROM } from "@/components/ui/list-sizes";
import { PageHeader, TabNav } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { Details } from "@/components/ui/text";
import type { CredentialUsage } from "@/lib/integrations";
import { readUsage } from "@/lib/integrations/server";
import { brandPage } from "@/lib/web/auth/current-user";
import { oneOf, single } from "../../../../page-query";
import type { BrandPageProps } from "../../page-input";

export const metadata: Metadata = { title: "Usage" };

const HOUR_MS = 60 * 60 * 1000;

export default async function UsagePage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/usage");
  const { brand } = access;
  const query = await searchParams;
  const spanName = oneOf(query.span, SPAN_NAMES) ?? "24h";
  const span = SPANS[spanName];
  // The last bar is the current hour or day, even if it has only just begun.
  const stepMs = span.stepHours * HOUR_MS;
  const to = new Date((Math.floor(ctx.now.getTime() / stepMs) + 1) * stepMs);
  const from = new Date(to.getTime() - span.hours * HOUR_MS);
  const usage = await readUsage(ctx, { brandId: brand.id, from, to, stepHours: span.stepHours });
  const chosen = usage.find(({ credential }) => credential === single(query.credential)) ?? usage[0];
  const path = `/b/${brand.slug}/developers/usage`;
  const search = single(query.q)?.trim() ?? "";
  const kept = { span: spanName === "24h" ? null : spanName, q: search };
  return (
    <>
      <PageHeader title="Usage" description="Counts appear within seconds." />
      <div className="flex flex-col gap-4">
        <TabNav
          label="Time range"
          items={SPAN_NAMES.map((name) => ({
            href: pathWith(path, {
              ...kept,
              span: name === "24h" ? null : name,
              credential: single(query.credential),
            }),
            label: SPANS[name].label,
            current: name === spanName,
          }))}
        />
        {chosen ? (
          <UsageOf usage={usage} chosen={chosen} spanName={spanName} path={path} search={search} kept={kept} />
        ) : (
          <EmptyState framed icon={<ChartNoAxesColumn />} title={`No requests in ${span.label}`}>
            Requests by this brand’s API keys and bundle reads by tools are counted here.
          </EmptyState>
        )}
      </div>
    </>
  );
}

type UsageOfProps = {
  usage: CredentialUsage[];
  chosen: CredentialUsage;
  spanName: keyof typeof SPANS;
  path: string;
  search: string;
  kept: Record<string, string | null>;
};

function UsageOf({ usage, chosen, spanName, path, search, kept }: UsageOfProps) {
  const span = SPANS[spanName];
  const matching = usage.filter(({ name, form }) => holdsText(search, [name, form]));
  const searched = search !== "" || usage.length >= SEARCH_FROM;
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title={chosen.name}>
          <UsageChart usage={chosen} span={span} budget={budgetOver(chosen.budget, span.stepHours)} />
        </Card>
        <Card
          flush
          footer="Requests with expired or revoked keys count as errors. Tool requests count if they name this brand."
        >
          {searched ? (
            <SearchField
              className="p-3"
              action={path}
              label="Search credentials"
              placeholder="Name or part of the key"
              value={search}
              keep={{ span: kept.span ?? undefined, credential: chosen.credential }}
              clearHref={pathWith(path, { span: kept.span, credential: chosen.credential })}
            />
          ) : null}
          {matching.length > 0 ? (
            <CredentialTable
              usage={matching}
              chosen={chosen.credential}
              hrefOf={(credential) => pathWith(path, { ...kept, credential })}
            />
          ) : (
            <EmptyState icon={<Search />} title={`No credential matches “${search}”`} />
          )}
        </Card>
      </div>
      <Details summary={`Show data per ${span.per}`}>
        <Card flush>
          <BucketTable usage={chosen} span={span} />
        </Card>
      </Details>
    </>
  );
}
