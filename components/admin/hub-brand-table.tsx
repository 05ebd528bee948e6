import { BrandMark } from "@/components/shell/brand-mark";
import type { ShellBrand } from "@/components/shell/types";
import { Badge } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { Moment, TimeAgo } from "@/components/ui/moment";
import { type Column, NameCell, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text";
import type { HubBrand } from "@/lib/brands";

type HubBrandStateProps = { brand: Pick<HubBrand, "archivedAt" | "deletionDueAt" | "ownerCount">; now: Date };

export function HubBrandState({ brand: { archivedAt, deletionDueAt, ownerCount }, now }: HubBrandStateProps) {
  if (deletionDueAt && deletionDueAt <= now) return <Badge tone="danger">Being deleted</Badge>;
  if (deletionDueAt)
    return (
      <Badge tone="danger">
        Deletion on <Moment value={deletionDueAt} precision="day" />
      </Badge>
    );
  if (archivedAt)
    return (
      <Badge>
        Archived <Moment value={archivedAt} precision="day" />
      </Badge>
    );
  if (ownerCount === 0) return <Badge tone="warning">No owner</Badge>;
  return <Badge tone="success">Active</Badge>;
}

const ownersText = ({ owner, ownerCount }: Pick<HubBrand, "owner" | "ownerCount">) =>
  ownerCount > 1 ? `${owner} and ${(ownerCount - 1).toLocaleString("en")} more` : owner;

type ListedBrand = Omit<HubBrand, "mark"> & Pick<ShellBrand, "mark">;

export function HubBrandTable({ brands, now }: { brands: readonly ListedBrand[]; now: Date }) {
  const columns: Column<ListedBrand>[] = [
    {
      header: "Brand",
      rowHeader: true,
      cell: ({ name, slug, mark }) => (
        <div className="flex items-center gap-3">
          <BrandMark brand={{ name, mark }} size="md" />
          <div className="min-w-0">
            <NameCell
              name={
                <TextLink href={`/admin/brands/${slug}`}>
                  <ContentText>{name}</ContentText>
                </TextLink>
              }
              code={slug}
            />
          </div>
        </div>
      ),
    },
    { header: "State", cell: (brand) => <HubBrandState brand={brand} now={now} /> },
    {
      header: "Owners",
      cell: (brand) => ownersText(brand) ?? <span className="text-muted">No active owner</span>,
    },
    { header: "Version", align: "end", cell: ({ version }) => version.toLocaleString("en") },
    { header: "Published", cell: ({ publishedAt }) => <TimeAgo value={publishedAt} now={now} /> },
    { header: "Tools", align: "end", cell: ({ toolCount }) => toolCount.toLocaleString("en") },
  ];
  return <Table caption="Brands" columns={columns} rows={brands} rowKey={({ id }) => id} />;
}
