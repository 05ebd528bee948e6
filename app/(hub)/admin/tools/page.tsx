import { Blocks, Plus } from "lucide-react";
import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/admin-nav";
import { ToolTable } from "@/components/admin/tool-table";
import { STATUS_LABEL } from "@/components/tools/tool-status";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { SearchInput } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { toolSecrets } from "@/lib/config/tool-secrets";
import { TOOL_STATUSES } from "@/lib/contract";
import { listTools } from "@/lib/tools/server";
import { foundOr404, oneOf, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Tools of the hub" };

const PATH = "/admin/tools";
const STATUS_OPTIONS = [
  { value: "", label: "Every status" },
  ...TOOL_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] })),
];

/** The tools registered with the hub, and which secrets each has. */
export default async function AdminToolsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, status, after] = [single(query.q) ?? "", oneOf(query.status, TOOL_STATUSES), single(query.after)];
  const { entries, next } = await foundOr404(listTools(ctx, { search, status, after }));
  const filtered = Boolean(search || status);
  const kept = { q: search, status };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Tools of the hub"
        description="What may be granted to brands. Each tool has an app token, by which it calls, and a secret, by which it knows the hub."
        actions={
          <LinkButton href={`${PATH}/new`} variant="primary" icon={<Plus aria-hidden="true" />}>
            Register a tool
          </LinkButton>
        }
      />
      <AdminNav current={PATH} />
      <FilterBar action={PATH} label="Filter tools" filtered={filtered}>
        <Field label="Search">
          <SearchInput name="q" defaultValue={search} placeholder="Name or slug" />
        </Field>
        <Field label="Status">
          <Select name="status" defaultValue={status ?? ""} options={STATUS_OPTIONS} />
        </Field>
      </FilterBar>
      <Card flush>
        {entries.length > 0 ? (
          <ToolTable tools={entries.map((entry) => ({ ...entry, secrets: toolSecrets(entry.tool.slug) }))} />
        ) : (
          <EmptyState
            icon={<Blocks />}
            title={filtered ? "No tool matches" : "No tool is registered"}
            action={filtered ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
          >
            {filtered ? null : "Register one, hand its credentials over, and grant it to brands."}
          </EmptyState>
        )}
      </Card>
      <CursorPages label="Pages of tools" path={PATH} kept={kept} after={after} next={next} />
    </div>
  );
}
