import { Search } from "lucide-react";
import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/admin-nav";
import { DisabledTools, EntitlementGrid } from "@/components/admin/entitlement-grid";
import { Grants } from "@/components/admin/grants";
import { address } from "@/components/developers/address";
import { ListPages } from "@/components/paging/list-pages";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { listEntitlementGrid } from "@/lib/tools";
import { foundOr404, type SearchProps, single } from "../../page-query";
import { grant, revoke } from "../actions";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Entitlements" };

const PATH = "/admin/entitlements";

/** Which brand may use which tool. */
export default async function EntitlementsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, after] = [single(query.q) ?? "", single(query.after)];
  const { tools, entries, next } = await foundOr404(listEntitlementGrid(ctx, { search, after }));
  return (
    <Grants actions={{ grant, revoke }}>
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Entitlements"
          description="A tick lets a brand use a tool and subscribes it at the tool's default webhook address, if it has one."
        />
        <AdminNav current={PATH} />
        <SearchField className="w-full sm:w-72" action={PATH} label="Search brands" value={search} clearHref={PATH} />
        <Card flush>
          {entries.length > 0 ? (
            <EntitlementGrid tools={tools} entries={entries} />
          ) : (
            <EmptyState
              icon={<Search />}
              title={search ? `No brand matches “${search}”` : "There is no brand yet"}
              action={search ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
            />
          )}
        </Card>
        <DisabledTools tools={tools} />
        <ListPages
          label="Pages of brands"
          firstHref={after ? address(PATH, { q: search }) : null}
          nextHref={next && address(PATH, { q: search, after: next })}
        />
      </div>
    </Grants>
  );
}
