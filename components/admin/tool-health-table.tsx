import { Blocks } from "lucide-react";
import { HOLD_WORDS } from "@/components/tools/hold-words";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { type Column, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ToolHealth } from "@/lib/integrations";
import { countedText } from "@/lib/platform/counted";

/** Rounded down, so that 100 % means all. */
const shareText = ({ tried, delivered }: ToolHealth) =>
  `${Math.floor((delivered / tried) * 100)} % of ${tried.toLocaleString("en")}`;

function State({ hold, off, failing }: ToolHealth) {
  const words = [
    hold ? (
      <Badge key="hold" tone="warning">
        {HOLD_WORDS[hold].short}
      </Badge>
    ) : null,
    off > 0 ? <Badge key="off" tone="danger">{`${countedText(off)} off`}</Badge> : null,
    failing > 0 ? <Badge key="failing" tone="danger">{`${countedText(failing)} failing`}</Badge> : null,
  ].filter((word) => word !== null);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {words.length > 0 ? words : <Badge tone="success">Delivers</Badge>}
    </span>
  );
}

export function ToolHealthTable({ health, now }: { health: readonly ToolHealth[]; now: Date }) {
  if (health.length === 0) {
    return (
      <EmptyState
        icon={<Blocks />}
        level={3}
        title="No tool is registered"
        action={<LinkButton href="/admin/tools/new">Register a tool</LinkButton>}
      />
    );
  }
  const columns: Column<ToolHealth>[] = [
    {
      key: "tool",
      header: "Tool",
      rowHeader: true,
      cell: ({ tool }) => <TextLink href={`/admin/tools/${tool.slug}`}>{tool.name}</TextLink>,
    },
    { key: "state", header: "Webhooks", cell: (tool) => <State {...tool} /> },
    { key: "due", header: "Due", align: "end", cell: ({ due }) => countedText(due) },
    {
      key: "oldest",
      header: "Oldest due",
      cell: ({ oldestDueAt }) =>
        oldestDueAt ? <TimeAgo value={oldestDueAt} now={now} /> : <span className="text-muted">None</span>,
    },
    {
      key: "arrived",
      header: "Arrived",
      align: "end",
      cell: (tool) => (tool.tried > 0 ? shareText(tool) : <span className="text-muted">Nothing was sent</span>),
    },
  ];
  return <Table caption="Deliveries by tool" columns={columns} rows={health} rowKey={({ tool }) => tool.slug} />;
}
