import { type Column, Table } from "@/components/ui/table";
import type { BrandTool } from "@/lib/integrations";
import { ToolStatus } from "./tool-status";

const columns: Column<BrandTool>[] = [
  {
    key: "tool",
    header: "Tool",
    rowHeader: true,
    cell: ({ tool }) => (
      <>
        <p className="wrap-anywhere">{tool.name}</p>
        {tool.description ? <p className="font-normal text-muted wrap-anywhere">{tool.description}</p> : null}
      </>
    ),
  },
  { key: "status", header: "Status", cell: ({ tool }) => <ToolStatus status={tool.status} /> },
];

export function OtherToolsTable({ tools }: { tools: readonly BrandTool[] }) {
  return <Table caption="Tools not granted" columns={columns} rows={tools} rowKey={({ tool }) => tool.slug} />;
}
