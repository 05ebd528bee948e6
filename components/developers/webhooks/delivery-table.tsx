import { type Column, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { TimeAgo } from "@/components/ui/time-ago";
import type { DeliverySummary } from "@/lib/integrations";
import { DeliveryStatusBadge, NextStep } from "./delivery-status";
import { ReplayButton } from "./replay-button";
import type { Replay } from "./types";

type DeliveryTableProps = {
  deliveries: readonly DeliverySummary[];
  now: Date;
  /** Path of the list; a delivery's page stands below it, for those who manage the brand. */
  path: string;
  /** Why the reader cannot manage the brand; null for who can. */
  manageReason: string | null;
  replay: Replay;
};

function columnsOf({ now, path, manageReason, replay }: DeliveryTableProps): Column<DeliverySummary>[] {
  return [
    {
      key: "type",
      header: "Event",
      rowHeader: true,
      cell: ({ id, type }) => {
        const name = (
          <>
            {type}
            <span className="ml-2 font-mono font-normal text-[0.8125rem] text-muted">{id.slice(-12)}</span>
          </>
        );
        return manageReason ? (
          <span className="wrap-anywhere">{name}</span>
        ) : (
          <TextLink quiet href={`${path}/${id}`} className="wrap-anywhere">
            {name}
          </TextLink>
        );
      },
    },
    { key: "tool", header: "Tool", cell: ({ toolName }) => toolName },
    { key: "status", header: "Status", cell: (delivery) => <DeliveryStatusBadge {...delivery} /> },
    { key: "attempts", header: "Attempts", align: "end", cell: ({ allAttempts }) => allAttempts },
    { key: "created", header: "Recorded", cell: ({ createdAt }) => <TimeAgo value={createdAt} now={now} /> },
    { key: "next", header: "Next attempt", cell: (delivery) => <NextStep delivery={delivery} now={now} /> },
    {
      key: "actions",
      header: "Actions",
      hideHeader: true,
      cell: ({ id, type, toolName, status, replayable }) =>
        replayable ? (
          <span className="flex justify-end">
            <ReplayButton
              early={status === "pending"}
              what={`${type} to ${toolName}, ${id.slice(-12)}`}
              replay={replay.bind(null, id)}
              disabledReason={manageReason}
            />
          </span>
        ) : null,
    },
  ];
}

export function DeliveryTable(props: DeliveryTableProps) {
  return <Table caption="Deliveries" columns={columnsOf(props)} rows={props.deliveries} rowKey={({ id }) => id} />;
}
