import { ToolStatus } from "@/components/tools/tool-status";
import { type Column, Table } from "@/components/ui/table";
import type { EntitlementGrid as Grid, GridRow } from "@/lib/integrations";
import { GrantCheckbox } from "./grants";

const brandColumn: Column<GridRow> = {
  key: "brand",
  header: "Brand",
  rowHeader: true,
  // Stays in sight while the tools scroll by.
  className: "sm:sticky sm:left-0 sm:z-1 sm:min-w-48 sm:bg-surface",
  cell: ({ brand }) => (
    <>
      <p className="wrap-anywhere">{brand.name}</p>
      <p className="font-mono font-normal text-[0.8125rem] text-muted">{brand.slug}</p>
    </>
  ),
};

/** A tool's name, with the slug where another tool has the same name. */
const columnName = ({ slug, name }: Grid["tools"][number], tools: Grid["tools"]): string =>
  tools.some((other) => other.name === name && other.slug !== slug) ? `${name} (${slug})` : name;

export function EntitlementGrid({ tools, entries }: Pick<Grid, "tools" | "entries">) {
  const columns: Column<GridRow>[] = [
    brandColumn,
    ...tools.map(
      (tool): Column<GridRow> => ({
        key: tool.slug,
        className: "max-sm:items-center",
        header: columnName(tool, tools),
        cell: ({ brand, granted }) => (
          <GrantCheckbox
            box={{
              brandId: brand.id,
              toolSlug: tool.slug,
              brandName: brand.name,
              toolName: columnName(tool, tools),
            }}
            granted={granted.includes(tool.slug)}
          />
        ),
      }),
    ),
  ];
  return (
    <Table
      caption="Brands and the tools they may use"
      columns={columns}
      rows={entries}
      rowKey={({ brand }) => brand.id}
    />
  );
}

/** Statuses that matter before a tool is granted: a grant of a disabled tool has no effect until it is back. */
export function DisabledTools({ tools }: Pick<Grid, "tools">) {
  const disabled = tools.filter(({ status }) => status === "disabled");
  if (disabled.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      {disabled.map(({ name }) => name).join(", ")} <ToolStatus status="disabled" /> A grant of it has no effect until
      it is back.
    </p>
  );
}
