import { WebhookHealth } from "@/components/tools/webhook-health";
import { type Column, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { AdminTool, ToolBrand } from "@/lib/integrations";
import { GrantCheckbox } from "./grants";

type ToolBrandTableProps = Pick<AdminTool, "tool" | "hold"> & { brands: readonly ToolBrand[]; now: Date };

export function ToolBrandTable({ tool, hold, brands, now }: ToolBrandTableProps) {
  const columns: Column<ToolBrand>[] = [
    {
      key: "brand",
      header: "Brand",
      rowHeader: true,
      cell: ({ brand }) => (
        <>
          <p className="wrap-anywhere">{brand.name}</p>
          <p className="font-mono font-normal text-[0.8125rem] text-muted">{brand.slug}</p>
        </>
      ),
    },
    {
      key: "granted",
      header: "May use it",
      cell: ({ brand, entitledAt }) => (
        <GrantCheckbox
          box={{ brandId: brand.id, toolSlug: tool.slug, brandName: brand.name, toolName: tool.name }}
          granted={entitledAt !== null}
        />
      ),
    },
    {
      key: "since",
      header: "Granted",
      cell: ({ entitledAt }) => (entitledAt ? <TimeAgo value={entitledAt} now={now} /> : "–"),
    },
    {
      key: "health",
      header: "Webhook",
      cell: ({ entitledAt, subscription }) =>
        entitledAt ? <WebhookHealth subscription={subscription} hold={hold} /> : "–",
    },
  ];
  return <Table caption={`Brands and ${tool.name}`} columns={columns} rows={brands} rowKey={({ brand }) => brand.id} />;
}
