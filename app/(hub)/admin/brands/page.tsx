import { Search } from "lucide-react";
import type { Metadata } from "next";
import { HubBrandTable } from "@/components/admin/hub-brand-table";
import { HubList } from "@/components/admin/hub-list";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/text";
import { HUB_BRAND_STATES } from "@/lib/brands";
import { listBrandsOfHub } from "@/lib/brands/server";
import { foundOr404, oneOf, type SearchProps, single } from "../../page-query";
import { signedMark } from "../../shell-brand";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Brands" };

const PATH = "/admin/brands";
const STATE_OPTIONS = [
  { value: "living", label: "Active" },
  { value: "archived", label: "Archived" },
  { value: "to-be-deleted", label: "Deletion scheduled" },
  { value: "without-owner", label: "No active owner" },
];

export default async function AdminBrandsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, state, after] = [single(query.q) ?? "", oneOf(query.state, HUB_BRAND_STATES), single(query.after)];
  const { entries, next } = await foundOr404(listBrandsOfHub(ctx, { search, state, after }));
  const filtered = Boolean(search || state);
  return (
    <HubList
      path={PATH}
      noun="brands"
      title="Brands"
      description="You see names and logos. Only members can see a brand’s content."
      search={{ value: search, placeholder: "Name or slug" }}
      choice={{ name: "state", label: "State", value: state, options: STATE_OPTIONS }}
      after={after}
      next={next}
    >
      {entries.length > 0 ? (
        <HubBrandTable brands={entries.map((brand) => ({ ...brand, mark: signedMark(ctx, brand) }))} now={ctx.now} />
      ) : (
        <EmptyState
          icon={<Search />}
          title={filtered ? "No matching brands" : "No brands yet"}
          action={filtered ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
        />
      )}
    </HubList>
  );
}
