import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { pathWith } from "@/components/ui/browser";
import { Badge } from "@/components/ui/card";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { TabNav } from "@/components/ui/page-header";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import { Code, TextLink } from "@/components/ui/text";
import type { DeliveryAttempt, DeliverySummary, DeliveryTotals as Totals } from "@/lib/integrations";
import { MAX_COUNTED } from "@/lib/platform/text";
import { ReplayButton } from "./replay-buttons";
import { errorWords, type Replay } from "./webhook-texts";

export function DeliveryStatusBadge({ status, sending, pause, attempts }: DeliverySummary) {
  if (status === "delivered") return <Badge tone="success">Delivered</Badge>;
  if (status === "dead") return <Badge tone="danger">Dead</Badge>;
  if (status === "cancelled") return <Badge>Cancelled</Badge>;
  if (pause) return <Badge tone="warning">{PAUSE_WORDS[pause].short}</Badge>;
  if (sending) return <Badge tone="accent">Sending</Badge>;
  return attempts > 0 ? <Badge tone="warning">Retrying</Badge> : <Badge tone="accent">Pending</Badge>;
}

export function NextStep({ delivery, now }: { delivery: DeliverySummary; now: Date }) {
  const { status, pause, sending, dueAt } = delivery;
  if (status !== "pending") return <span className="text-muted">None</span>;
  if (pause) return "Paused";
  if (sending) return "Sending";
  return dueAt <= now ? "Within a minute" : <TimeAgo value={dueAt} now={now} />;
}

type DeliveryTableProps = {
  deliveries: readonly DeliverySummary[];
  now: Date;
  /** The list's path. Delivery pages are below it, for those who manage the brand. */
  path: string;
  canManage: boolean;
  replay: Replay;
};

function columnsOf({ now, path, canManage, replay }: DeliveryTableProps): Column<DeliverySummary>[] {
  return [
    {
      header: "Event",
      rowHeader: true,
      cell: ({ id, type }) => {
        const name = (
          <>
            {type}
            <span className="ml-2 font-mono font-normal text-[0.8125rem] text-muted">{id.slice(-12)}</span>
          </>
        );
        return canManage ? (
          <TextLink quiet href={`${path}/${id}`} className="wrap-anywhere">
            {name}
          </TextLink>
        ) : (
          <span className="wrap-anywhere">{name}</span>
        );
      },
    },
    { header: "Tool", cell: ({ toolName }) => toolName },
    { header: "Status", cell: (delivery) => <DeliveryStatusBadge {...delivery} /> },
    { header: "Attempts", align: "end", cell: ({ allAttempts }) => allAttempts },
    { header: "Created", cell: ({ createdAt }) => <TimeAgo value={createdAt} now={now} /> },
    { header: "Next attempt", cell: (delivery) => <NextStep delivery={delivery} now={now} /> },
    {
      ...ACTIONS_COLUMN,
      cell: ({ id, type, toolName, status, replayable }) =>
        canManage && replayable ? (
          <span className="flex justify-end">
            <ReplayButton
              early={status === "pending"}
              what={`${type} to ${toolName}, ${id.slice(-12)}`}
              replay={replay.bind(null, id)}
            />
          </span>
        ) : null,
    },
  ];
}

export function DeliveryTable(props: DeliveryTableProps) {
  return <Table caption="Deliveries" columns={columnsOf(props)} rows={props.deliveries} rowKey={({ id }) => id} />;
}

function Outcome({ statusCode, errorClass }: DeliveryAttempt) {
  const accepted = errorClass === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <span className="flex flex-col gap-0.5 max-sm:items-end">
      {statusCode === null ? null : <Badge tone={accepted ? "success" : "danger"}>{`HTTP ${statusCode}`}</Badge>}
      {errorClass === null ? null : (
        <span>
          {errorWords(errorClass)} <Code className="text-muted">{errorClass}</Code>
        </span>
      )}
    </span>
  );
}

export function AttemptTable({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <Table
      caption="Attempts"
      rows={attempts}
      rowKey={({ attempt }) => String(attempt)}
      columns={[
        { header: "Attempt", rowHeader: true, cell: ({ attempt }) => `No. ${attempt}` },
        {
          header: "Started",
          cell: ({ startedAt }) => <Moment value={startedAt} />,
        },
        {
          header: "Duration",
          align: "end",
          className: "whitespace-nowrap",
          cell: ({ durationMs }) => `${durationMs.toLocaleString("en")} ms`,
        },
        { header: "Outcome", cell: (attempt) => <Outcome {...attempt} /> },
        {
          header: "Response",
          className: "max-sm:flex-col max-sm:items-stretch max-sm:text-left!",
          cell: ({ responseExcerpt, webhookUrl, answerShown }) => (
            <span className="flex min-w-0 flex-col gap-1">
              <Code className="text-muted wrap-anywhere">{webhookUrl}</Code>
              {responseExcerpt ? (
                <code className="whitespace-pre-wrap rounded-md bg-sunken px-2 py-1 font-mono text-[0.8125rem] wrap-anywhere">
                  {responseExcerpt}
                </code>
              ) : (
                <span className="text-muted">
                  {answerShown ? "No body" : "Not stored, because the receiver is in a private network"}
                </span>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

const KINDS = [
  ["", "All", "all"],
  ["delivered", "Delivered", "delivered"],
  ["retrying", "Retrying", "retrying"],
  ["pending", "Pending", "pending"],
  ["dead", "Dead", "dead"],
  ["cancelled", "Cancelled", "cancelled"],
] as const;

export type DeliveryFilter = { status: string; tool: string; from: string; until: string; q: string; trace: string };

type DeliveryTotalsProps = {
  path: string;
  kept: DeliveryFilter & Record<string, string>;
  /** Absent while loading. */
  totals?: Totals;
};

export function DeliveryTotals({ path, kept, totals }: DeliveryTotalsProps) {
  const items = KINDS.map(([status, label, name]) => ({
    href: pathWith(path, { ...kept, status }),
    label,
    current: kept.status === status,
    count: totals && Math.min(totals[name], MAX_COUNTED),
  }));
  return (
    <div className="flex min-w-0 max-w-full flex-col gap-1.5">
      <TabNav label="Deliveries by status" items={items} />
      {totals?.more ? (
        <p className="text-[0.8125rem] text-muted">
          Counts cover the latest {MAX_COUNTED.toLocaleString("en")} deliveries.
        </p>
      ) : null}
    </div>
  );
}
