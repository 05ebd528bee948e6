import { type Column, Table } from "@/components/ui/table";
import type { BrandTool } from "@/lib/tools";
import { ToolStatus } from "./tool-status";

const columns: Column<BrandTool>[] = [
  { key: "tool", header: "Tool", rowHeader: true, cell: ({ tool }) => tool.name },
  {
    key: "description",
    header: "What it does",
    cell: ({ tool }) => <span className="text-muted">{tool.description || "No description"}</span>,
  },
  { key: "status", header: "Status", cell: ({ tool }) => <ToolStatus status={tool.status} /> },
];

/** Tools of the hub that this brand was not granted. */
export function OtherToolsTable({ tools }: { tools: readonly BrandTool[] }) {
  return <Table caption="Tools not granted" columns={columns} rows={tools} rowKey={({ tool }) => tool.slug} />;
}
