import { Blocks } from "lucide-react";
import type { Metadata } from "next";
import { OtherToolsTable, ToolCard } from "@/components/tools/tool-card";
import { pathWith } from "@/components/ui/browser";
import { Card, Section } from "@/components/ui/card";
import { MixedText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { FIRST_SHOWN, holdsText } from "@/components/ui/list-sizes";
import { PageHeader } from "@/components/ui/page-header";
import { FirstShown, NoMatches, SearchField } from "@/components/ui/search-field";
import { LinkButton } from "@/components/ui/text";
import { can } from "@/lib/access";
import { listBrandTools } from "@/lib/integrations/server";
import { bidiIsolate } from "@/lib/platform/text";
import { brandPage } from "@/lib/web/auth/current-user";
import { single } from "../../../page-query";
import { type BrandPageProps, CUT_URLS } from "../page-input";
import { setWebhookUrl } from "./actions";

export const metadata: Metadata = { title: "Tools" };

export default async function ToolsPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/tools");
  const { brand, role } = access;
  const search = single((await searchParams).q)?.trim() ?? "";
  const path = `/b/${brand.slug}/tools`;
  const matching = (await listBrandTools(ctx, { brandId: brand.id })).filter(({ tool }) =>
    holdsText(search, [tool.name, tool.slug, tool.description]),
  );
  const granted = matching.filter(({ entitled }) => entitled);
  const others = matching.filter(({ entitled }) => !entitled);
  const canGrant = ctx.actor.kind === "user" && ctx.actor.hubAdmin;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Tools"
        description={
          <MixedText>{`Tools that read ${bidiIsolate(brand.name)} and are notified of new versions. Current version: ${brand.identityVersion}. Read times can be up to 10 minutes old.`}</MixedText>
        }
        actions={
          canGrant ? (
            <LinkButton href={pathWith("/admin/entitlements", { q: brand.slug })}>Manage tool access</LinkButton>
          ) : null
        }
      />
      <div className="flex flex-col gap-8">
        <SearchField action={path} label="Search tools" value={search} clearHref={path} />
        {search && matching.length === 0 ? (
          <NoMatches framed title={`No tool matches “${search}”`} href={path} />
        ) : null}
        {granted.length > 0 ? (
          <Section title="Tools with access" description={can(role, "manage") ? undefined : CUT_URLS}>
            <ul className="flex flex-col gap-4">
              {granted.slice(0, FIRST_SHOWN).map((entry) => (
                <ToolCard
                  key={entry.tool.slug}
                  entry={entry}
                  version={brand.identityVersion}
                  now={ctx.now}
                  deliveriesHref={pathWith(`/b/${brand.slug}/developers/webhooks`, { tool: entry.tool.slug })}
                  setUrl={setWebhookUrl.bind(null, { brandId: brand.id, toolSlug: entry.tool.slug })}
                  canManage={can(role, "manage")}
                />
              ))}
            </ul>
            <FirstShown of={granted.length} noun="tools" />
          </Section>
        ) : null}
        {granted.length === 0 && !search ? (
          <EmptyState framed icon={<Blocks />} title="No tools yet">
            Ask a hub administrator to give tools access to this brand.
          </EmptyState>
        ) : null}
        {others.length > 0 ? (
          <Section title="Tools without access" description="Ask a hub administrator for access.">
            <Card flush>
              <OtherToolsTable tools={others.slice(0, FIRST_SHOWN)} />
            </Card>
            <FirstShown of={others.length} noun="tools" />
          </Section>
        ) : null}
      </div>
    </div>
  );
}
