import { pathWith } from "@/components/ui/browser";
import { Badge } from "@/components/ui/card";
import { TimeAgo } from "@/components/ui/moment";
import { Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text";
import type { EventSummary } from "@/lib/integrations";

export function EventSource({ source }: { source: EventSummary["source"] }) {
  if (!source) return <span className="text-muted">Deleted key</span>;
  return (
    <span>
      {source.name} <span className="text-muted">{source.kind === "tool" ? "(tool)" : "(API key)"}</span>
    </span>
  );
}

export function repeatedWords(duplicates: number): string {
  if (duplicates === 0) return "Never";
  return duplicates === 1 ? "Once" : `${duplicates.toLocaleString("en")} times`;
}

type EventTableProps = {
  events: readonly EventSummary[];
  now: Date;
  /** The list's path. Event pages are below it, for those who manage the brand. */
  path: string;
  managed: boolean;
};

export function EventTable({ events, now, path, managed }: EventTableProps) {
  return (
    <Table
      caption="Events"
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Type",
          rowHeader: true,
          cell: ({ id, type }) =>
            managed ? (
              <TextLink quiet href={`${path}/${id}`} className="wrap-anywhere">
                {type}
              </TextLink>
            ) : (
              <span className="wrap-anywhere">{type}</span>
            ),
        },
        { header: "Version", cell: ({ apiVersion }) => <Badge>{`v${apiVersion}`}</Badge> },
        { header: "Sent by", cell: ({ source }) => <EventSource source={source} /> },
        {
          header: "Trace ID",
          cell: ({ traceId }) =>
            traceId ? (
              <TextLink
                quiet
                href={pathWith(path, { trace: traceId })}
                className="font-mono text-[0.8125rem] wrap-anywhere"
              >
                {traceId}
              </TextLink>
            ) : (
              <span className="text-muted">None</span>
            ),
        },
        {
          header: "Repeated",
          cell: ({ duplicates }) => repeatedWords(duplicates),
        },
        { header: "Received", cell: ({ receivedAt }) => <TimeAgo value={receivedAt} now={now} /> },
      ]}
    />
  );
}
