import { Search } from "lucide-react";
import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/area-cards";
import { DisabledTools, EntitlementGrid } from "@/components/admin/entitlement-grid";
import { GrantMany, Grants } from "@/components/admin/grants";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FIRST_SHOWN, holdsText } from "@/components/ui/list-sizes";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { FirstShown, SearchField } from "@/components/ui/search-field";
import { LinkButton } from "@/components/ui/text";
import { listEntitlementGrid } from "@/lib/integrations/server";
import { foundOr404, type SearchProps, single } from "../../page-query";
import { changeMany, forecast, grant, revoke } from "../actions";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Entitlements" };

const PATH = "/admin/entitlements";

export default async function EntitlementsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, toolSearch, after] = [single(query.q) ?? "", single(query.tool) ?? "", single(query.after)];
  const { tools, entries, next } = await foundOr404(listEntitlementGrid(ctx, { search, after }));
  const matching = tools.filter(({ name, slug }) => holdsText(toolSearch, [name, slug]));
  const columns = matching.slice(0, FIRST_SHOWN);
  const kept = { q: search, tool: toolSearch };
  return (
    <Grants actions={{ grant, revoke }}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Entitlements"
          description="Tick a box to let a brand use a tool. If the tool has a default webhook URL, the brand is subscribed to it."
        />
        <AdminNav current={PATH} />
        <div className="flex flex-wrap gap-3">
          <SearchField
            action={PATH}
            label="Search brands"
            value={search}
            keep={{ tool: toolSearch }}
            clearHref={pathWith(PATH, { tool: toolSearch })}
          />
          <SearchField
            action={PATH}
            label="Search tools"
            name="tool"
            value={toolSearch}
            keep={{ q: search }}
            clearHref={pathWith(PATH, { q: search })}
          />
        </div>
        <Card flush>
          {entries.length > 0 && columns.length > 0 ? (
            <EntitlementGrid tools={columns} entries={entries} />
          ) : (
            <NothingToGrant brand={entries.length > 0 ? null : search} tool={toolSearch} />
          )}
        </Card>
        <FirstShown of={matching.length} noun="tools" />
        <DisabledTools tools={columns} />
        <CursorPages label="Brand pages" path={PATH} kept={kept} after={after} next={next} />
        {tools.length > 0 ? (
          <Card
            as="section"
            title="Bulk changes"
            description="Applies to all matching brands. You confirm the number first."
          >
            <GrantMany tools={tools} search={search} actions={{ forecast, changeMany }} />
          </Card>
        ) : null}
      </div>
    </Grants>
  );
}

function NothingToGrant({ brand, tool }: { brand: string | null; tool: string }) {
  const [what, search] = brand === null ? ["tool", tool] : ["brand", brand];
  return (
    <EmptyState
      icon={<Search />}
      title={search ? `No ${what} matches “${search}”` : `No ${what}s yet`}
      action={search ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
    />
  );
}
