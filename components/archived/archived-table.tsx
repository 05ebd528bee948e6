import { Badge } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { ACTIONS_COLUMN, type Column, NameCell, Table } from "@/components/ui/table";
import type { ArchivedBrand } from "@/lib/brands";
import { type ArchivedActions, ArchivedButtons } from "./archived-buttons";

type ArchivedTableProps = {
  brands: readonly ArchivedBrand[];
  waitingDays: number;
  now: Date;
  actions: ArchivedActions;
};

function State({ brand: { deletionDueAt, askedBy }, now }: { brand: ArchivedBrand; now: Date }) {
  if (!deletionDueAt) return <Badge>Kept</Badge>;
  if (deletionDueAt <= now) return <Badge tone="danger">Being deleted</Badge>;
  return (
    <span className="flex flex-col items-start gap-1 max-sm:items-end">
      <Badge tone="danger">
        Deletion on <Moment value={deletionDueAt} precision="day" />
      </Badge>
      {askedBy ? <span className="text-[0.8125rem] text-muted wrap-anywhere">requested by {askedBy}</span> : null}
    </span>
  );
}

export function ArchivedTable({ brands, waitingDays, now, actions }: ArchivedTableProps) {
  const columns: Column<ArchivedBrand>[] = [
    {
      header: "Brand",
      rowHeader: true,
      cell: ({ name, slug }) => <NameCell name={<ContentText>{name}</ContentText>} code={slug} />,
    },
    { header: "Archived", cell: ({ archivedAt }) => <TimeAgo value={archivedAt} now={now} /> },
    { header: "State", cell: (brand) => <State brand={brand} now={now} /> },
    {
      ...ACTIONS_COLUMN,
      align: "end",
      cell: (brand) =>
        brand.deletionDueAt && brand.deletionDueAt <= now ? null : (
          <ArchivedButtons brand={brand} waitingDays={waitingDays} actions={actions} />
        ),
    },
  ];
  return <Table caption="Archived brands" columns={columns} rows={brands} rowKey={({ id }) => id} />;
}
