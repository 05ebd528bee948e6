import { Badge } from "@/components/ui/badge";
import { dateText, momentText } from "@/components/ui/date-text";
import { type Column, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ApiKeySummary } from "@/lib/api-keys";
import { KeyRowButtons } from "./key-buttons";

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_MS = 14 * DAY_MS;

function StatusBadge({ row, now }: { row: ApiKeySummary; now: Date }) {
  if (row.status === "revoked") return <Badge tone="danger">Revoked</Badge>;
  if (row.status === "expired") return <Badge>Expired</Badge>;
  if (row.replacedBy) return <Badge tone="warning">Being replaced</Badge>;
  const endsSoon = row.expiresAt !== null && row.expiresAt.getTime() - now.getTime() < SOON_MS;
  return endsSoon ? <Badge tone="warning">Expires soon</Badge> : <Badge tone="success">Active</Badge>;
}

/** A date; within two days of it the distance says more. */
function End({ end, now }: { end: Date | null; now: Date }) {
  if (!end) return "Never";
  if (Math.abs(end.getTime() - now.getTime()) < 2 * DAY_MS) return <TimeAgo value={end} now={now} />;
  return (
    <time dateTime={end.toISOString()} title={momentText(end)}>
      {dateText(end)}
    </time>
  );
}

const formOf = ({ prefix, lastFour }: ApiKeySummary) => `${prefix}…${lastFour}`;

const columnsOf = (ended: boolean, now: Date): Column<ApiKeySummary>[] => [
  {
    key: "name",
    header: "Name",
    rowHeader: true,
    cell: (row) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{row.name}</p>
        <code className="font-mono font-normal text-[0.8125rem] text-muted">{formOf(row)}</code>
      </div>
    ),
  },
  { key: "status", header: "Status", cell: (row) => <StatusBadge row={row} now={now} /> },
  {
    key: "expires",
    header: ended ? "Ended" : "Expires",
    cell: (row) => <End end={row.status === "revoked" ? row.revokedAt : row.expiresAt} now={now} />,
  },
  {
    key: "used",
    header: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo value={lastUsedAt} now={now} /> : "Never"),
  },
  {
    key: "created",
    header: "Created",
    cell: ({ createdAt, createdBy }) => (
      <span>
        <TimeAgo value={createdAt} now={now} /> <span className="text-muted">by {createdBy ?? "a former member"}</span>
      </span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    cell: (row) => (
      <KeyRowButtons target={{ id: row.id, name: row.name, form: formOf(row) }} rotated={row.replacedBy !== null} />
    ),
  },
];

type KeyTableProps = { keys: readonly ApiKeySummary[]; ended: boolean; now: Date };

/** Keys with what is known of them; a key itself is never known again. */
export function KeyTable({ keys, ended, now }: KeyTableProps) {
  const columns = columnsOf(ended, now).filter(({ key }) => !(ended && key === "actions"));
  const caption = ended ? "Keys that ended" : "Keys that work";
  return <Table caption={caption} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
