import { ChartNoAxesColumn, Search } from "lucide-react";
import type { Metadata } from "next";
import { budgetOver, SPAN_NAMES, SPANS, UsageChart } from "@/components/developers/usage/usage-chart";
import { BucketTable, CredentialTable } from "@/components/developers/usage/usage-tables";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { holdsText, SEARCH_FROM, SearchField } from "@/components/ui/search-field";
import { TabNav } from "@/components/ui/tab-nav";
import { Details } from "@/components/ui/text";
import type { CredentialUsage } from "@/lib/integrations";
import { readUsage } from "@/lib/integrations/server";
import { brandPage } from "@/lib/web/auth/brand-page";
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
  // The present hour or day is the last bar, however much of it is over.
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
      <PageHeader
        title="Usage"
        description="Requests, errors and refusals of each credential. Counts appear within seconds of a request."
      />
      <div className="flex flex-col gap-4">
        <TabNav
          label="Span of time"
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
            What an API key of this brand asks for, and which bundles tools read, is counted here by the hour.
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
  const found = usage.filter(({ name, form }) => holdsText(search, [name, form]));
  const searched = search !== "" || usage.length >= SEARCH_FROM;
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title={chosen.name}>
          <UsageChart usage={chosen} span={span} budget={budgetOver(chosen.budget, span.stepHours)} />
        </Card>
        <Card
          flush
          footer="A key that is revoked or has expired is still counted, as errors. A tool is counted where its request names this brand."
        >
          {searched ? (
            <SearchField
              className="p-3"
              action={path}
              label="Search credentials"
              placeholder="Name or part of a key"
              value={search}
              keep={{ span: kept.span ?? undefined, credential: chosen.credential }}
              clearHref={pathWith(path, { span: kept.span, credential: chosen.credential })}
            />
          ) : null}
          {found.length > 0 ? (
            <CredentialTable
              usage={found}
              chosen={chosen.credential}
              hrefOf={(credential) => pathWith(path, { ...kept, credential })}
            />
          ) : (
            <EmptyState icon={<Search />} title={`No credential matches “${search}”`} />
          )}
        </Card>
      </div>
      <Details summary={`Show the numbers of the picture, per ${span.per}`}>
        <Card flush>
          <BucketTable usage={chosen} span={span} />
        </Card>
      </Details>
    </>
  );
}
