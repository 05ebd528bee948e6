import { ToolStatus } from "@/components/tools/tool-status";
import { type Column, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { AdminTool } from "@/lib/integrations";
import type { ToolSecrets } from "@/lib/platform/config/tool-secrets";
import { countedText } from "@/lib/platform/counted";
import { CredentialsBadge } from "./secret-state";

export type ListedTool = AdminTool & { secrets: ToolSecrets };

const columns: Column<ListedTool>[] = [
  {
    key: "tool",
    header: "Tool",
    rowHeader: true,
    cell: ({ tool }) => (
      <>
        <p className="wrap-anywhere">
          <TextLink href={`/admin/tools/${tool.slug}`}>{tool.name}</TextLink>
        </p>
        <p className="font-mono font-normal text-[0.8125rem] text-muted wrap-anywhere">{tool.slug}</p>
      </>
    ),
  },
  { key: "status", header: "Status", cell: ({ tool }) => <ToolStatus status={tool.status} /> },
  {
    key: "token",
    header: "App token",
    cell: ({ secrets, made }) => <CredentialsBadge count={secrets.appToken.count + made.appTokens} />,
  },
  {
    key: "secret",
    header: "Webhook secret",
    cell: ({ secrets, made }) => <CredentialsBadge count={secrets.webhook.count + made.signingSecrets} />,
  },
  {
    key: "webhook",
    header: "Default webhook",
    cell: ({ tool }) =>
      tool.defaultWebhookUrl ? new URL(tool.defaultWebhookUrl).host : <span className="text-muted">None</span>,
  },
  { key: "brands", header: "Brands", align: "end", cell: ({ brandCount }) => countedText(brandCount) },
];

export function ToolTable({ tools }: { tools: readonly ListedTool[] }) {
  return <Table caption="Registered tools" columns={columns} rows={tools} rowKey={({ tool }) => tool.slug} />;
}
