import { Badge } from "@/components/ui/card";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { ACTIONS_COLUMN, type Column, Table } from "@/components/ui/table";
import type { ListedPerson } from "@/lib/access";
import { countedText } from "@/lib/platform/text";
import { type PersonActions, PersonMenu } from "./person-menu";

type PeopleTableProps = { people: readonly ListedPerson[]; self: string; now: Date; actions: PersonActions };

function State({ hubAdmin, deactivatedAt }: ListedPerson) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {deactivatedAt ? (
        <Badge tone="warning">
          Deactivated <Moment value={deactivatedAt} precision="day" />
        </Badge>
      ) : (
        <Badge tone="success">Active</Badge>
      )}
      {hubAdmin ? <Badge tone="accent">Hub administrator</Badge> : null}
    </span>
  );
}

export function PeopleTable({ people, self, now, actions }: PeopleTableProps) {
  const columns: Column<ListedPerson>[] = [
    {
      header: "Person",
      rowHeader: true,
      cell: ({ name, email }) => (
        <>
          <p className="wrap-anywhere">{name}</p>
          <p className="font-normal text-[0.8125rem] text-muted wrap-anywhere">{email}</p>
        </>
      ),
    },
    { header: "State", cell: (person) => <State {...person} /> },
    { header: "Brands", align: "end", cell: ({ brandCount }) => countedText(brandCount) },
    {
      header: "Last seen",
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <TimeAgo value={lastSeenAt} now={now} /> : <span className="text-muted">Never</span>,
    },
    {
      ...ACTIONS_COLUMN,
      align: "end",
      cell: ({ id, name, email, hubAdmin, emailVerified, deactivatedAt }) => (
        <PersonMenu
          person={{ id, name, email, hubAdmin, emailVerified, deactivated: deactivatedAt !== null, self: id === self }}
          actions={actions}
        />
      ),
    },
  ];
  return <Table caption="People" columns={columns} rows={people} rowKey={({ id }) => id} />;
}
