import { Blocks } from "lucide-react";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { Badge, Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FIRST_SHOWN } from "@/components/ui/list-sizes";
import { TimeAgo } from "@/components/ui/moment";
import { type Column, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text";
import type { BrandTool } from "@/lib/integrations";

function ReadVersion({ entry, version }: { entry: BrandTool; version: number }) {
  if (!entry.lastRead) return <span className="text-muted">None</span>;
  const behind = version - entry.lastRead.version;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="tabular-nums">Version {entry.lastRead.version}</span>
      {behind > 0 ? <Badge tone="warning">{behind} behind</Badge> : <Badge tone="success">Current</Badge>}
    </span>
  );
}

function ToolState({ tool, subscription, pause }: BrandTool) {
  if (pause === "tool_disabled") return <Badge tone="danger">Disabled</Badge>;
  if (!subscription) return <Badge>Not notified of changes</Badge>;
  if (!subscription.enabled) return <Badge tone="danger">Webhook off</Badge>;
  if (pause) return <Badge tone="warning">{PAUSE_WORDS[pause].short}</Badge>;
  if (subscription.failingSince) return <Badge tone="warning">Webhook failing</Badge>;
  return tool.status === "active" ? <Badge tone="success">Notified of changes</Badge> : <Badge>{tool.status}</Badge>;
}

type ToolsCardProps = { base: string; tools: readonly BrandTool[]; version: number; now: Date };

export function ToolsCard({ base, tools, version, now }: ToolsCardProps) {
  const columns: Column<BrandTool>[] = [
    { header: "Tool", rowHeader: true, cell: ({ tool }) => tool.name },
    { header: "Version", cell: (entry) => <ReadVersion entry={entry} version={version} /> },
    {
      header: "Last read",
      cell: ({ lastRead }) =>
        lastRead ? <TimeAgo value={lastRead.readAt} now={now} /> : <span className="text-muted">Never</span>,
    },
    { header: "State", cell: (entry) => <ToolState {...entry} /> },
  ];
  return (
    <Card
      as="section"
      title="Tools"
      description="The version each tool last read. Times can be up to ten minutes old."
      actions={<TextLink href={`${base}/tools`}>All tools</TextLink>}
      flush
    >
      {tools.length > 0 ? (
        <Table
          caption="Tools and their versions"
          columns={columns}
          rows={tools.slice(0, FIRST_SHOWN)}
          rowKey={({ tool }) => tool.slug}
        />
      ) : (
        <EmptyState title="No tools yet" level={3} icon={<Blocks />} className="py-8">
          A hub administrator gives tools access to the brand. Tools then get each new version.
        </EmptyState>
      )}
    </Card>
  );
}
