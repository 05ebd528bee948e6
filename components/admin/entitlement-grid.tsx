import { ToolStatus } from "@/components/tools/tool-status";
import { type Column, NameCell, Table } from "@/components/ui/table";
import type { EntitlementGrid as Grid } from "@/lib/integrations";
import { GrantCheckbox } from "./grants";

type GridRow = Grid["entries"][number];

const brandColumn: Column<GridRow> = {
  header: "Brand",
  rowHeader: true,
  // Sticky, so it stays visible while the tools scroll.
  className: "sm:sticky sm:left-0 sm:z-1 sm:min-w-48 sm:bg-surface",
  cell: ({ brand }) => <NameCell name={brand.name} code={brand.slug} />,
};

/** Adds the slug if another tool has the same name. */
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
  return <Table caption="Tools by brand" columns={columns} rows={entries} rowKey={({ brand }) => brand.id} />;
}

/** Lists disabled tools: access to them has no effect until they are enabled. */
export function DisabledTools({ tools }: Pick<Grid, "tools">) {
  const disabled = tools.filter(({ status }) => status === "disabled");
  if (disabled.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted">
      {disabled.map(({ name }) => name).join(", ")} <ToolStatus status="disabled" /> Access takes effect once the tool
      is enabled.
    </p>
  );
}
