import { Fragment } from "react";
import { Badge } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import { Code, TextLink } from "@/components/ui/text";
import { API_KEY_SCOPES } from "@/lib/contract";
import {
  type ApiKeySummary,
  EXPIRY_WARNING_DAYS,
  EXPIRY_WARNING_MS,
  type KeysToAttend,
  type KeyToAttend,
} from "@/lib/integrations";
import { budgetText } from "@/lib/platform/limits/credential-budget";
import { counted } from "@/lib/platform/text";
import { KeyRowButtons } from "./key-dialogs";

const DAY_MS = 24 * 60 * 60 * 1000;

function StatusBadge({ row, now }: { row: ApiKeySummary; now: Date }) {
  if (row.status === "revoked") return <Badge tone="danger">Revoked</Badge>;
  if (row.status === "expired") return <Badge>Expired</Badge>;
  if (row.replacedBy) return <Badge tone="warning">Being replaced</Badge>;
  const endsSoon = row.expiresAt !== null && row.expiresAt.getTime() - now.getTime() < EXPIRY_WARNING_MS;
  return endsSoon ? <Badge tone="warning">Expires soon</Badge> : <Badge tone="success">Active</Badge>;
}

function End({ end, now }: { end: Date | null; now: Date }) {
  if (!end) return "Never";
  if (Math.abs(end.getTime() - now.getTime()) < 2 * DAY_MS) return <TimeAgo value={end} now={now} />;
  return <Moment value={end} precision="day" />;
}

const formOf = ({ prefix, lastFour }: ApiKeySummary) => `${prefix}…${lastFour}`;

function Budget({ row: { budget, ownBudget } }: { row: ApiKeySummary }) {
  const isOwn = ownBudget.perMinute !== null || ownBudget.concurrent !== null;
  return <span className={isOwn ? undefined : "text-muted"}>{budgetText(budget)}</span>;
}

const columnsOf = (ended: boolean, now: Date, budgetReason: string | null): Column<ApiKeySummary>[] => [
  {
    header: "Name",
    rowHeader: true,
    cell: (row) => (
      <div className="min-w-0">
        <p className="wrap-anywhere">{row.name}</p>
        <code className="whitespace-nowrap font-mono font-normal text-[0.8125rem] text-muted">{formOf(row)}</code>
      </div>
    ),
  },
  { header: "Status", cell: (row) => <StatusBadge row={row} now={now} /> },
  {
    header: "Permissions",
    cell: ({ scopes }) => (
      <ul className="flex flex-col">
        {scopes.map((scope) => (
          <li key={scope} title={API_KEY_SCOPES[scope].title}>
            <Code className="whitespace-nowrap">{scope}</Code>
          </li>
        ))}
      </ul>
    ),
  },
  {
    header: ended ? "Ended" : "Expires",
    cell: (row) => <End end={row.status === "revoked" ? row.revokedAt : row.expiresAt} now={now} />,
  },
  {
    header: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo value={lastUsedAt} now={now} /> : "Never"),
  },
  { header: "Limits", cell: (row) => <Budget row={row} /> },
  {
    header: "Created",
    cell: ({ createdAt, createdBy, makerLeft }) => (
      <span>
        <TimeAgo value={createdAt} now={now} /> <span className="text-muted">by {createdBy ?? "a former member"}</span>{" "}
        {makerLeft ? <Badge tone="warning">Left</Badge> : null}
      </span>
    ),
  },
  {
    ...ACTIONS_COLUMN,
    cell: (row) => (
      <KeyRowButtons
        target={{ id: row.id, name: row.name, form: formOf(row), own: row.ownBudget }}
        rotated={row.replacedBy !== null}
        budgetReason={budgetReason}
      />
    ),
  },
];

type KeyTableProps = {
  keys: readonly ApiKeySummary[];
  ended: boolean;
  now: Date;
  budgetReason: string | null;
};

export function KeyTable({ keys, ended, now, budgetReason }: KeyTableProps) {
  const columns = columnsOf(ended, now, budgetReason).filter(
    ({ header }) => !(ended && ["Actions", "Limits"].includes(header)),
  );
  const caption = ended ? "Expired and revoked keys" : "Active keys";
  return <Table caption={caption} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

const MAX_NAMED = 5;

function Names({ keys, on }: { keys: readonly KeyToAttend[]; on: string }) {
  const named = keys.slice(0, MAX_NAMED);
  const more = keys.length - named.length;
  return (
    <>
      {named.map(({ id, name, expiresAt }, index) => (
        <Fragment key={id}>
          {index > 0 ? ", " : ""}“{name}” {on} <Moment value={expiresAt as Date} precision="day" />
        </Fragment>
      ))}
      {more > 0 ? ` and ${more} more` : ""}.
    </>
  );
}

type KeyWarningsProps = { attend: KeysToAttend; endedHref: string; makerLeftHref: string };

export function KeyWarnings({ attend: { ending, ended, makerLeft }, endedHref, makerLeftHref }: KeyWarningsProps) {
  return (
    <>
      {ended.length > 0 ? (
        <Notice
          tone="danger"
          title={counted(ended.length, "key has expired", "keys have expired")}
          action={<TextLink href={endedHref}>Show expired keys</TextLink>}
        >
          <Names keys={ended} on="expired on" /> Services that still use them get 401. Issue new keys.
        </Notice>
      ) : null}
      {ending.length > 0 ? (
        <Notice
          tone="warning"
          title={`${counted(ending.length, "key expires", "keys expire")} within ${EXPIRY_WARNING_DAYS} days`}
        >
          <Names keys={ending} on="expires on" /> Rotate in time. The old key keeps working for as long as you choose.
        </Notice>
      ) : null}
      {makerLeft.length > 0 ? (
        <Notice
          tone="warning"
          title={counted(makerLeft.length, "key belongs to a former member", "keys belong to former members")}
          action={<TextLink href={makerLeftHref}>Show keys</TextLink>}
        >
          They still work, and their creators may have kept copies. Rotate the keys that you need and revoke the rest.
        </Notice>
      ) : null}
    </>
  );
}
