import { Users } from "lucide-react";
import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/admin-nav";
import { PeopleTable } from "@/components/admin/people-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { SearchInput } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { listPeople } from "@/lib/people/server";
import { foundOr404, oneOf, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";
import { changeHubAdmin, deactivate, erase, reactivate, signOutEverywhere } from "./actions";

export const metadata: Metadata = { title: "People of the hub" };

const PATH = "/admin/people";
const STATES = ["active", "deactivated", "hub-admin"] as const;
const STATE_OPTIONS = [
  { value: "", label: "Everybody" },
  { value: "active", label: "Active" },
  { value: "deactivated", label: "Deactivated" },
  { value: "hub-admin", label: "Hub administrators" },
];

/** Everybody with an account, and whether they may sign in. */
export default async function AdminPeoplePage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, state, after] = [single(query.q) ?? "", oneOf(query.state, STATES), single(query.after)];
  const { entries, next } = await foundOr404(listPeople(ctx, { search, state, after }));
  const filtered = Boolean(search || state);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="People of the hub"
        description="Everybody with an account. Which brands they work on, and as what, is up to the owners of those brands."
      />
      <AdminNav current={PATH} />
      <FilterBar action={PATH} label="Filter people" filtered={filtered}>
        <Field label="Search">
          <SearchInput name="q" defaultValue={search} placeholder="Name or email" />
        </Field>
        <Field label="State">
          <Select name="state" defaultValue={state ?? ""} options={STATE_OPTIONS} />
        </Field>
      </FilterBar>
      <Card flush>
        {entries.length > 0 ? (
          <PeopleTable
            people={entries}
            self={ctx.actor.userId}
            now={ctx.now}
            actions={{ deactivate, reactivate, erase, signOutEverywhere, setHubAdmin: changeHubAdmin }}
          />
        ) : (
          <EmptyState icon={<Users />} title="Nobody matches" action={<LinkButton href={PATH}>Show all</LinkButton>}>
            Nobody with an account has this name, email or state.
          </EmptyState>
        )}
      </Card>
      <CursorPages label="Pages of people" path={PATH} kept={{ q: search, state }} after={after} next={next} />
    </div>
  );
}
