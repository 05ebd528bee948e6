import { Badge, Card } from "@/components/ui/card";
import { TimeAgo } from "@/components/ui/moment";
import { type Column, Table } from "@/components/ui/table";
import { Code, DescriptionList, LinkButton, TextLink } from "@/components/ui/text";
import type { BrandTool } from "@/lib/integrations";
import { countedText } from "@/lib/platform/text";
import type { FormResult } from "@/lib/web/actions/form-result";
import { ToolStatus, WebhookHealth, WebhookWarning } from "./tool-status";
import { WebhookUrlDialog } from "./webhook-url-dialog";

function ReadVersion({ lastRead, version, now }: { lastRead: BrandTool["lastRead"]; version: number; now: Date }) {
  if (!lastRead) return <span className="text-muted">Not read yet</span>;
  const behind = version - lastRead.version;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="tabular-nums">
        Version {lastRead.version} of {version}
      </span>
      {behind > 0 ? <Badge tone="warning">{behind} behind</Badge> : <Badge tone="success">Current</Badge>}
      <span className="text-muted">
        <TimeAgo value={lastRead.readAt} now={now} />
      </span>
    </span>
  );
}

type ToolCardProps = {
  entry: BrandTool;
  version: number;
  now: Date;
  deliveriesHref: string;
  setUrl: (form: FormData) => Promise<FormResult>;
  canManage: boolean;
};

export function ToolCard({ entry, version, now, deliveriesHref, setUrl, canManage }: ToolCardProps) {
  const { tool, subscription, pause, lastRead, pending } = entry;
  const viewDeliveries = (
    <LinkButton size="sm" href={deliveriesHref}>
      View deliveries
    </LinkButton>
  );
  const items = [
    { term: "Last read", value: <ReadVersion lastRead={lastRead} version={version} now={now} /> },
    {
      term: "Webhook",
      value: subscription ? (
        <Code>{subscription.webhookUrl}</Code>
      ) : (
        <span className="text-muted">No webhook URL. This tool isn’t notified of changes and has to poll.</span>
      ),
    },
    {
      term: "Deliveries",
      value: (
        <span className="inline-flex flex-wrap items-baseline gap-x-3">
          {pending === 0 ? "None waiting" : `${countedText(pending)} waiting`}
          <TextLink href={deliveriesHref}>
            View all<span className="sr-only"> deliveries to {tool.name}</span>
          </TextLink>
        </span>
      ),
    },
    { term: "Sign-in", value: <SignsIn entry={entry} /> },
    ...(tool.eventPatterns.length > 0
      ? [
          {
            term: "Subscribed events",
            value: <Code>{tool.eventPatterns.join(", ")}</Code>,
          },
        ]
      : []),
  ];
  return (
    <Card
      as="li"
      level={3}
      title={
        <span className="flex flex-wrap items-center gap-2">
          {tool.name} <ToolStatus status={tool.status} /> <WebhookHealth subscription={subscription} pause={pause} />
        </span>
      }
      description={tool.description || undefined}
      actions={
        canManage ? (
          <WebhookUrlDialog toolName={tool.name} url={subscription?.webhookUrl ?? null} setUrl={setUrl} />
        ) : null
      }
    >
      <div className="flex flex-col gap-2">
        <WebhookWarning subscription={subscription} pause={pause} now={now} action={viewDeliveries} />
        <DescriptionList items={items} />
      </div>
    </Card>
  );
}

/** The tool starts sign-in through the hub, so the link opens one of the tool's own URLs. */
function SignsIn({ entry: { tool, openUrl } }: { entry: BrandTool }) {
  if (!tool.connectUrl || !openUrl) return <span className="text-muted">Not through the hub</span>;
  const { host } = new URL(tool.connectUrl);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      {tool.status === "disabled" ? `Off. Through the hub at ${host} when enabled` : `Through the hub at ${host}`}
      {tool.status === "disabled" ? null : (
        <TextLink href={openUrl} external>
          Open {tool.name}
        </TextLink>
      )}
    </span>
  );
}

const columns: Column<BrandTool>[] = [
  {
    header: "Tool",
    rowHeader: true,
    cell: ({ tool }) => (
      <>
        <p className="wrap-anywhere">{tool.name}</p>
        {tool.description ? <p className="font-normal text-muted wrap-anywhere">{tool.description}</p> : null}
      </>
    ),
  },
  { header: "Status", cell: ({ tool }) => <ToolStatus status={tool.status} /> },
];

export function OtherToolsTable({ tools }: { tools: readonly BrandTool[] }) {
  return <Table caption="Tools without access" columns={columns} rows={tools} rowKey={({ tool }) => tool.slug} />;
}
