import { Badge } from "@/components/ui/badge";
import { type Column, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import { CREDENTIAL_KIND_LABEL, type ToolCredential } from "@/lib/tool-credentials";
import { CredentialRowButtons } from "./credential-buttons";

const formOf = ({ prefix, lastFour }: ToolCredential) => `${prefix}…${lastFour}`;
const isInForce = ({ state }: ToolCredential) => state === "in_force" || state === "ending";

function State({ row, now }: { row: ToolCredential; now: Date }) {
  if (row.state === "revoked") return <Badge tone="danger">Revoked</Badge>;
  if (row.state === "ended") return <Badge>Ended</Badge>;
  if (!row.usable) return <Badge tone="danger">Cannot be opened</Badge>;
  if (row.state === "in_force") return <Badge tone="success">In force</Badge>;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <Badge tone="warning">Being replaced</Badge>
      {row.expiresAt ? (
        <span className="text-muted">
          ends <TimeAgo value={row.expiresAt} now={now} />
        </span>
      ) : null}
    </span>
  );
}

function End({ row, now }: { row: ToolCredential; now: Date }) {
  const end = row.revokedAt ?? row.expiresAt;
  return end ? <TimeAgo value={end} now={now} /> : "Never";
}

function rotateReason(row: ToolCredential): string | null {
  return row.state === "ending" ? "It is being replaced: its successor is in the list." : null;
}

const columnsOf = (now: Date): Column<ToolCredential>[] => [
  {
    key: "name",
    header: "Name",
    rowHeader: true,
    cell: (row) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{row.name}</p>
        <p className="font-normal text-muted">{CREDENTIAL_KIND_LABEL[row.kind]}</p>
        <code className="whitespace-nowrap font-mono font-normal text-[0.8125rem] text-muted">{formOf(row)}</code>
      </div>
    ),
  },
  { key: "state", header: "State", cell: (row) => <State row={row} now={now} /> },
  { key: "ends", header: "Ends", cell: (row) => <End row={row} now={now} /> },
  {
    key: "used",
    header: "Last used",
    cell: ({ kind, lastUsedAt }) => {
      if (kind === "signing_secret") return <span className="text-muted">With each delivery</span>;
      return lastUsedAt ? <TimeAgo value={lastUsedAt} now={now} /> : "Never";
    },
  },
  {
    key: "made",
    header: "Made",
    cell: ({ createdAt, createdBy }) => (
      <span>
        <TimeAgo value={createdAt} now={now} /> <span className="text-muted">by {createdBy ?? "the hub"}</span>
      </span>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    cell: (row) =>
      isInForce(row) ? (
        <CredentialRowButtons
          target={{ id: row.id, kind: row.kind, name: row.name, form: formOf(row) }}
          rotateReason={rotateReason(row)}
        />
      ) : null,
  },
];

/** A tool's credentials with what is known of them; what they are is never known again. */
export function CredentialTable({ credentials, now }: { credentials: readonly ToolCredential[]; now: Date }) {
  return (
    <Table caption="Credentials made in the hub" columns={columnsOf(now)} rows={credentials} rowKey={({ id }) => id} />
  );
}
