"use client";

import { pixelsText, typeText } from "@/components/files/file-facts";
import { Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { type Column, Table } from "@/components/ui/table";
import { sizeText } from "@/lib/platform/size-text";
import { type AssetListProps, AssetPreview } from "./asset-grid";
import { KINDS, type ShownAsset } from "./kind-labels";
import { SelectBox } from "./selection-controls";

export function AssetTable({ shown, onOpen, selection }: AssetListProps) {
  const boxes: Column<ShownAsset>[] = selection
    ? [
        {
          key: "select",
          header: "Select",
          hideHeader: true,
          className: "sm:w-0 sm:pr-0! max-sm:float-right",
          cell: ({ asset }) => <SelectBox asset={asset} selection={selection} />,
        },
      ]
    : [];
  const columns: Column<ShownAsset>[] = [
    ...boxes,
    {
      key: "name",
      header: "Name",
      rowHeader: true,
      cell: (one) => (
        <button
          type="button"
          onClick={() => onOpen(one.asset.id)}
          className="flex min-h-6 min-w-0 items-center gap-3 rounded-sm text-left hover:underline"
        >
          <AssetPreview shown={one} className="size-10 shrink-0 rounded-md border border-line p-1" />
          <ContentText className="min-w-0 wrap-anywhere">{one.asset.name}</ContentText>
        </button>
      ),
    },
    { key: "kind", header: "Type", cell: ({ asset }) => KINDS[asset.kind].label },
    { key: "type", header: "Format", cell: ({ asset }) => typeText(asset.file.mime) },
    { key: "pixels", header: "Pixels", align: "end", cell: ({ asset }) => pixelsText(asset.file) || "–" },
    { key: "size", header: "Size", align: "end", cell: ({ asset }) => sizeText(asset.file.bytes) },
  ];
  return (
    <Card flush>
      <Table caption="Assets" columns={columns} rows={shown} rowKey={({ asset }) => asset.id} />
    </Card>
  );
}
