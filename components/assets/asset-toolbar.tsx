"use client";

import { LayoutGrid, List, Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { ASSET_KINDS, type AssetKind } from "@/lib/contract";
import { oneOf } from "@/lib/platform/ids";
import { type AssetView, KINDS } from "./kind-labels";

type AssetToolbarProps = {
  text: string;
  kind: AssetKind | null;
  kinds: readonly { kind: AssetKind; count: number }[];
  total: number;
  view: AssetView;
  collection: string | null;
  collections: readonly Named[];
  tag: string | null;
  tags: readonly Named[];
  onText: (text: string) => void;
  onKind: (kind: AssetKind | null) => void;
  onCollection: (collection: string) => void;
  onTag: (tag: string) => void;
  onView: (view: AssetView) => void;
};
type Named = { name: string; count: number };

export function AssetToolbar(props: AssetToolbarProps) {
  const { text, kind, kinds, total, view, onText, onKind, onView } = props;
  const { collection, collections, tag, tags, onCollection, onTag } = props;
  const known = kind === null || kinds.some((one) => one.kind === kind);
  const options = [...kinds, ...(known ? [] : [{ kind, count: 0 }])];
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        aria-label="Search assets"
        placeholder="Search by name or type"
        value={text}
        leading={<Search aria-hidden="true" />}
        onChange={(event) => onText(event.target.value)}
        className="grow basis-56"
      />
      <Select
        aria-label="Type"
        className="w-52 max-sm:w-36 max-sm:grow"
        value={kind ?? ""}
        onChange={(event) => onKind(oneOf(ASSET_KINDS, event.target.value) ?? null)}
        options={[
          { value: "", label: `All types (${total})` },
          ...options.map((one) => ({ value: one.kind, label: `${KINDS[one.kind].plural} (${one.count})` })),
        ]}
      />
      <NameFilter
        label="Collection"
        all="All collections"
        chosen={collection}
        names={collections}
        onChoose={onCollection}
      />
      <NameFilter label="Tag" all="All tags" chosen={tag} names={tags} onChoose={onTag} />
      <SegmentedControl
        label="View"
        name="asset-view"
        iconsOnly
        value={view}
        onValueChange={(value) => onView(value === "list" ? "list" : "grid")}
        options={[
          { value: "grid", label: "Grid", icon: <LayoutGrid aria-hidden="true" /> },
          { value: "list", label: "List", icon: <List aria-hidden="true" /> },
        ]}
      />
    </search>
  );
}

type NameFilterProps = {
  label: string;
  all: string;
  chosen: string | null;
  names: readonly Named[];
  onChoose: (name: string) => void;
};

/** A filter by name. Keeps the URL's choice as an option when no asset has it. Empty when no asset has a name. */
function NameFilter({ label, all, chosen, names, onChoose }: NameFilterProps) {
  const known = chosen === null || names.some(({ name }) => name === chosen);
  const options = [...names, ...(known ? [] : [{ name: chosen, count: 0 }])];
  if (options.length === 0) return null;
  return (
    <Select
      aria-label={label}
      className="w-44 max-sm:w-36 max-sm:grow"
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.target.value)}
      options={[
        { value: "", label: all },
        ...options.map(({ name, count }) => ({ value: name, label: `${name} (${count})`, written: true })),
      ]}
    />
  );
}
