import { Search } from "lucide-react";
import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/admin-nav";
import { HubBrandTable } from "@/components/admin/hub-brand-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { SearchInput } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { HUB_BRAND_STATES } from "@/lib/brands";
import { listBrandsOfHub } from "@/lib/brands/server";
import { foundOr404, oneOf, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Brands of the hub" };

const PATH = "/admin/brands";
const STATE_OPTIONS = [
  { value: "", label: "Every state" },
  { value: "living", label: "In use" },
  { value: "archived", label: "Archived" },
  { value: "to-be-deleted", label: "To be deleted" },
  { value: "without-owner", label: "Without an owner who can sign in" },
];

/** Every brand: whose it is, and whether it is in use. */
export default async function AdminBrandsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, state, after] = [single(query.q) ?? "", oneOf(query.state, HUB_BRAND_STATES), single(query.after)];
  const { entries, next } = await foundOr404(listBrandsOfHub(ctx, { search, state, after }));
  const filtered = Boolean(search || state);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Brands of the hub"
        description="Every brand, whose it is, and whether it is in use. What is in it is its members’ alone."
      />
      <AdminNav current={PATH} />
      <FilterBar action={PATH} label="Filter brands" filtered={filtered}>
        <Field label="Search">
          <SearchInput name="q" defaultValue={search} placeholder="Name or slug" />
        </Field>
        <Field label="State">
          <Select name="state" defaultValue={state ?? ""} options={STATE_OPTIONS} />
        </Field>
      </FilterBar>
      <Card flush>
        {entries.length > 0 ? (
          <HubBrandTable brands={entries} now={ctx.now} />
        ) : (
          <EmptyState
            icon={<Search />}
            title={filtered ? "No brand matches" : "There is no brand yet"}
            action={filtered ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
          />
        )}
      </Card>
      <CursorPages label="Pages of brands" path={PATH} kept={{ q: search, state }} after={after} next={next} />
    </div>
  );
}
