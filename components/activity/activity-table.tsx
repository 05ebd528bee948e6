import { ClientIp } from "@/components/ui/client-ip";
import { Details } from "@/components/ui/details";
import { type Column, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import { type AuditRecord, describeAct } from "@/lib/access";

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
};

function Difference({ diff }: { diff: AuditRecord["diff"] }) {
  const fields = Object.entries(diff ?? {});
  if (fields.length === 0) return <span className="text-faint">None</span>;
  return (
    <Details summary={fields.length === 1 ? "1 field" : `${fields.length} fields`}>
      <dl className="flex flex-col gap-2 text-[0.8125rem]">
        {fields.map(([field, [before, after]]) => (
          <div key={field}>
            <dt className="font-medium">{field}</dt>
            <dd className="wrap-anywhere">
              <del className="text-muted">{shown(before)}</del> <span aria-hidden="true">→</span>{" "}
              <ins className="no-underline">{shown(after)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Details>
  );
}

function Act({ entry }: { entry: AuditRecord }) {
  const { did, target } = describeAct(entry);
  return (
    <span className="font-normal wrap-anywhere">
      <b className="font-medium">{entry.actorLabel}</b> {did} {target ? <b className="font-medium">{target}</b> : null}
    </span>
  );
}

const columnsAt = (now: Date): Column<AuditRecord>[] => [
  {
    key: "act",
    header: "What happened",
    rowHeader: true,
    cell: (entry) => <Act entry={entry} />,
  },
  {
    key: "difference",
    header: "Difference",
    className: "max-sm:[&_summary]:ml-auto",
    cell: ({ diff }) => <Difference diff={diff} />,
  },
  { key: "when", header: "When", cell: ({ createdAt }) => <TimeAgo value={createdAt} now={now} /> },
  {
    key: "client-ip",
    header: "Client IP",
    cell: ({ clientIp, place }) => <ClientIp ip={clientIp} place={place} />,
  },
];

type ActivityTableProps = { entries: readonly AuditRecord[]; now: Date; withClientIps: boolean };

/** The log as a table: who did what to what, what differs, when, and, for who may see it, from where. */
export function ActivityTable({ entries, now, withClientIps }: ActivityTableProps) {
  const columns = columnsAt(now).filter(({ key }) => withClientIps || key !== "client-ip");
  return <Table caption="Activity" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}
