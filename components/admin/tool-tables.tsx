import { Blocks } from "lucide-react";
import { PAUSE_WORDS, ToolStatus, WebhookHealth } from "@/components/tools/tool-status";
import { Badge } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/moment";
import { type Column, NameCell, Table } from "@/components/ui/table";
import { DescriptionList, LinkButton, TextLink } from "@/components/ui/text";
import type { AdminTool, ToolBrand, ToolHealth } from "@/lib/integrations";
import type { SecretVariable, ToolSecrets } from "@/lib/platform/config/tool-secrets";
import { countedText } from "@/lib/platform/text";
import { GrantCheckbox } from "./grants";

function CredentialsBadge({ count }: { count: number }) {
  if (count === 0) return <Badge tone="warning">None</Badge>;
  return <Badge tone="success">{`${count} active`}</Badge>;
}

function SecretBadge({ count }: SecretVariable) {
  if (count === 0) return <Badge>Not set</Badge>;
  return <Badge tone="success">{count === 1 ? "Set" : `${count} set, rotating`}</Badge>;
}

function Variable({ variable, meaning }: { variable: SecretVariable; meaning: string }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-[0.8125rem] wrap-anywhere">{variable.name}</code>
        <CopyButton value={variable.name} label={`Copy ${variable.name}`} />
        <SecretBadge {...variable} />
      </p>
      <p className="mt-0.5 text-muted">{meaning}</p>
    </div>
  );
}

export function SecretList({ secrets }: { secrets: ToolSecrets }) {
  return (
    <DescriptionList
      items={[
        {
          term: "App token",
          value: <Variable variable={secrets.appToken} meaning="The tool calls the hub with it." />,
        },
        {
          term: "Webhook secret",
          value: (
            <Variable
              variable={secrets.webhook}
              meaning="The hub signs webhooks with it. Use whsec_ followed by the output of “openssl rand -base64 33”."
            />
          ),
        },
      ]}
    />
  );
}

type ListedTool = AdminTool & { secrets: ToolSecrets };

const columns: Column<ListedTool>[] = [
  {
    header: "Tool",
    rowHeader: true,
    cell: ({ tool }) => (
      <NameCell name={<TextLink href={`/admin/tools/${tool.slug}`}>{tool.name}</TextLink>} code={tool.slug} />
    ),
  },
  { header: "Status", cell: ({ tool }) => <ToolStatus status={tool.status} /> },
  {
    header: "App token",
    cell: ({ secrets, made }) => <CredentialsBadge count={secrets.appToken.count + made.appTokens} />,
  },
  {
    header: "Webhook secret",
    cell: ({ secrets, made }) => <CredentialsBadge count={secrets.webhook.count + made.signingSecrets} />,
  },
  {
    header: "Default webhook",
    cell: ({ tool }) =>
      tool.defaultWebhookUrl ? new URL(tool.defaultWebhookUrl).host : <span className="text-muted">None</span>,
  },
  { header: "Brands", align: "end", cell: ({ brandCount }) => countedText(brandCount) },
];

export function ToolTable({ tools }: { tools: readonly ListedTool[] }) {
  return <Table caption="Registered tools" columns={columns} rows={tools} rowKey={({ tool }) => tool.slug} />;
}

type ToolBrandTableProps = Pick<AdminTool, "tool" | "pause"> & { brands: readonly ToolBrand[]; now: Date };

export function ToolBrandTable({ tool, pause, brands, now }: ToolBrandTableProps) {
  const columns: Column<ToolBrand>[] = [
    {
      header: "Brand",
      rowHeader: true,
      cell: ({ brand }) => <NameCell name={brand.name} code={brand.slug} />,
    },
    {
      header: "Access",
      cell: ({ brand, entitledAt }) => (
        <GrantCheckbox
          box={{ brandId: brand.id, toolSlug: tool.slug, brandName: brand.name, toolName: tool.name }}
          granted={entitledAt !== null}
        />
      ),
    },
    {
      header: "Granted",
      cell: ({ entitledAt }) => (entitledAt ? <TimeAgo value={entitledAt} now={now} /> : "–"),
    },
    {
      header: "Webhook",
      cell: ({ entitledAt, subscription }) =>
        entitledAt ? <WebhookHealth subscription={subscription} pause={pause} /> : "–",
    },
  ];
  return <Table caption={`Brands and ${tool.name}`} columns={columns} rows={brands} rowKey={({ brand }) => brand.id} />;
}

const shareText = ({ tried, delivered }: ToolHealth) =>
  `${delivered.toLocaleString("en")} of ${tried.toLocaleString("en")}`;

function State({ pause, off, failing, tried }: ToolHealth) {
  const words = [
    pause ? (
      <Badge key="pause" tone="warning">
        {PAUSE_WORDS[pause].short}
      </Badge>
    ) : null,
    off > 0 ? <Badge key="off" tone="danger">{`${countedText(off)} off`}</Badge> : null,
    failing > 0 ? <Badge key="failing" tone="danger">{`${countedText(failing)} failing`}</Badge> : null,
  ].filter((word) => word !== null);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {words}
      {words.length === 0 ? (
        tried > 0 ? (
          <Badge tone="success">Healthy</Badge>
        ) : (
          <Badge>No recent delivery</Badge>
        )
      ) : null}
    </span>
  );
}

export function ToolHealthTable({ health, now }: { health: readonly ToolHealth[]; now: Date }) {
  if (health.length === 0) {
    return (
      <EmptyState
        icon={<Blocks />}
        level={3}
        title="No tools yet"
        action={<LinkButton href="/admin/tools/new">Register tool</LinkButton>}
      />
    );
  }
  const columns: Column<ToolHealth>[] = [
    {
      header: "Tool",
      rowHeader: true,
      cell: ({ tool }) => <TextLink href={`/admin/tools/${tool.slug}`}>{tool.name}</TextLink>,
    },
    { header: "Webhooks", cell: (tool) => <State {...tool} /> },
    { header: "Due", align: "end", cell: ({ due }) => countedText(due) },
    {
      header: "Oldest due",
      cell: ({ oldestDueAt }) =>
        oldestDueAt ? <TimeAgo value={oldestDueAt} now={now} /> : <span className="text-muted">None</span>,
    },
    {
      header: "Delivered",
      align: "end",
      cell: (tool) => (tool.tried > 0 ? shareText(tool) : <span className="text-muted">None sent</span>),
    },
  ];
  return <Table caption="Deliveries by tool" columns={columns} rows={health} rowKey={({ tool }) => tool.slug} />;
}
