import { Users } from "lucide-react";
import type { Metadata } from "next";
import { HubList } from "@/components/admin/hub-list";
import { PeopleTable } from "@/components/admin/people-table";
import { NoMatches } from "@/components/ui/search-field";
import { listPeople } from "@/lib/access/server";
import { foundOr404, oneOf, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";
import { changeHubAdmin, deactivate, erase, reactivate, signOutEverywhere } from "./actions";

export const metadata: Metadata = { title: "People" };

const PATH = "/admin/people";
const STATES = ["active", "deactivated", "hub-admin"] as const;
const STATE_OPTIONS = [
  { value: "active", label: "Active" },
  { value: "deactivated", label: "Deactivated" },
  { value: "hub-admin", label: "Hub administrators" },
];

export default async function AdminPeoplePage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, state, after] = [single(query.q) ?? "", oneOf(query.state, STATES), single(query.after)];
  const { entries, next } = await foundOr404(listPeople(ctx, { search, state, after }));
  return (
    <HubList
      path={PATH}
      noun="people"
      title="People"
      description="Everyone with an account. Brand owners manage roles."
      search={{ value: search, placeholder: "Name or email" }}
      choice={{ name: "state", label: "State", value: state, options: STATE_OPTIONS }}
      after={after}
      next={next}
    >
      {entries.length > 0 ? (
        <PeopleTable
          people={entries}
          self={ctx.actor.userId}
          now={ctx.now}
          actions={{ deactivate, reactivate, erase, signOutEverywhere, setHubAdmin: changeHubAdmin }}
        />
      ) : (
        <NoMatches icon={<Users />} title="No matching people" href={PATH}>
          No account has this name, email or state.
        </NoMatches>
      )}
    </HubList>
  );
}
