import { Badge } from "@/components/ui/badge";
import { pathWith } from "@/components/ui/path-with";
import { Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { TimeAgo } from "@/components/ui/time-ago";
import type { EventSummary } from "@/lib/integrations";
import { EventSource, repeatedWords } from "./event-parts";

type EventTableProps = {
  events: readonly EventSummary[];
  now: Date;
  /** Path of the list; an event's page stands below it, for those who manage the brand. */
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
          key: "type",
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
        { key: "version", header: "Version", cell: ({ apiVersion }) => <Badge>{`v${apiVersion}`}</Badge> },
        { key: "source", header: "Sent by", cell: ({ source }) => <EventSource source={source} /> },
        {
          key: "trace",
          header: "Trace id",
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
          key: "duplicates",
          header: "Repeated",
          cell: ({ duplicates }) => repeatedWords(duplicates),
        },
        { key: "received", header: "Received", cell: ({ receivedAt }) => <TimeAgo value={receivedAt} now={now} /> },
      ]}
    />
  );
}
