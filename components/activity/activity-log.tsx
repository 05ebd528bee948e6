import { Download, History } from "lucide-react";
import type { ReactNode } from "react";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { TimeAgo } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { type Column, Table } from "@/components/ui/table";
import { ClientIp, Details, LinkButton } from "@/components/ui/text";
import { type ActionKinds, type AuditRecord, describeAct } from "@/lib/access";
import type { Page } from "@/lib/platform/paging";
import { counted } from "@/lib/platform/text";

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
};

function Difference({ diff }: { diff: AuditRecord["diff"] }) {
  const fields = Object.entries(diff ?? {});
  if (fields.length === 0) return <span className="text-faint">None</span>;
  return (
    <Details summary={counted(fields.length, "field")}>
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
    header: "Action",
    rowHeader: true,
    cell: (entry) => <Act entry={entry} />,
  },
  {
    header: "Changes",
    className: "max-sm:[&_summary]:ml-auto",
    cell: ({ diff }) => <Difference diff={diff} />,
  },
  { header: "When", cell: ({ createdAt }) => <TimeAgo value={createdAt} now={now} /> },
  {
    header: "Client IP",
    cell: ({ clientIp, place }) => <ClientIp ip={clientIp} place={place} />,
  },
];

type ActivityTableProps = { entries: readonly AuditRecord[]; now: Date; withClientIps: boolean };

export function ActivityTable({ entries, now, withClientIps }: ActivityTableProps) {
  const columns = columnsAt(now).filter(({ header }) => withClientIps || header !== "Client IP");
  return <Table caption="Activity" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

type ActivityLogProps = {
  /** The page's path. The export is at `${path}/export`. */
  path: string;
  title: string;
  description: string;
  nav?: ReactNode;
  kinds: ActionKinds;
  filter: Record<string, string>;
  page: Page<AuditRecord>;
  withClientIps: boolean;
  after: string | null;
  now: Date;
  children: ReactNode;
};

export function ActivityLog(props: ActivityLogProps) {
  const { path, kinds, filter, page, nav, now } = props;
  const filtered = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={props.title}
        description={props.description}
        actions={
          <>
            <LinkButton
              href={pathWith(`${path}/export`, { ...filter, format: "jsonl" })}
              icon={<Download aria-hidden="true" />}
              prefetch={false}
            >
              Download JSONL
            </LinkButton>
            <LinkButton
              href={pathWith(`${path}/export`, filter)}
              icon={<Download aria-hidden="true" />}
              prefetch={false}
            >
              Download CSV
            </LinkButton>
          </>
        }
      />
      {nav}
      <div className="flex flex-col gap-4">
        <FilterBar
          path={path}
          label="Filter activity"
          params={filter}
          search={{ placeholder: "Person, action or target" }}
          choices={[
            { name: "kind", label: "Type", options: kinds.map(({ prefix, label }) => ({ value: prefix, label })) },
          ]}
          daysUntil={now}
        />
        <Card flush>
          {page.entries.length > 0 ? (
            <ActivityTable entries={page.entries} now={now} withClientIps={props.withClientIps} />
          ) : (
            <EmptyState
              icon={<History />}
              title={filtered ? "No matching activity" : "No activity yet"}
              action={filtered ? <LinkButton href={path}>Show all</LinkButton> : undefined}
            >
              {filtered ? null : props.children}
            </EmptyState>
          )}
        </Card>
        <CursorPages
          newestFirst
          label="Activity pages"
          path={path}
          kept={filter}
          after={props.after}
          next={page.next}
        />
      </div>
    </div>
  );
}
