import { Search } from "lucide-react";
import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/area-cards";
import { DisabledTools, EntitlementGrid } from "@/components/admin/entitlement-grid";
import { GrantMany, Grants } from "@/components/admin/grants";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { FIRST_SHOWN, FirstShown, holdsText, SearchInput } from "@/components/ui/search-field";
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
  const found = tools.filter(({ name, slug }) => holdsText(toolSearch, [name, slug]));
  const columns = found.slice(0, FIRST_SHOWN);
  const kept = { q: search, tool: toolSearch };
  return (
    <Grants actions={{ grant, revoke }}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Entitlements"
          description="A tick lets a brand use a tool and subscribes it at the tool's default webhook URL, if it has one."
        />
        <AdminNav current={PATH} />
        <FilterBar action={PATH} label="Filter the grid" filtered={Boolean(search || toolSearch)}>
          <Field label="Search brands">
            <SearchInput name="q" defaultValue={search} placeholder="Name or slug" />
          </Field>
          <Field label="Search tools">
            <SearchInput name="tool" defaultValue={toolSearch} placeholder="Name or slug" />
          </Field>
        </FilterBar>
        <Card flush>
          {entries.length > 0 && columns.length > 0 ? (
            <EntitlementGrid tools={columns} entries={entries} />
          ) : (
            <NothingToGrant brand={entries.length > 0 ? null : search} tool={toolSearch} />
          )}
        </Card>
        <FirstShown of={found.length} noun="tools" />
        <DisabledTools tools={columns} />
        <CursorPages label="Pages of brands" path={PATH} kept={kept} after={after} next={next} />
        {tools.length > 0 ? (
          <Card
            as="section"
            title="Many brands at once"
            description="All that match, over all pages. How many that are is said before anything changes."
          >
            <GrantMany tools={tools} search={search} actions={{ forecast, changeMany }} />
          </Card>
        ) : null}
      </div>
    </Grants>
  );
}

/** Why the grid is empty: for want of brands (then what was searched among them), or of tools. */
function NothingToGrant({ brand, tool }: { brand: string | null; tool: string }) {
  const [what, search] = brand === null ? ["tool", tool] : ["brand", brand];
  return (
    <EmptyState
      icon={<Search />}
      title={search ? `No ${what} matches “${search}”` : `There is no ${what} yet`}
      action={search ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
    />
  );
}
