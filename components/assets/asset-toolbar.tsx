"use client";

import { LayoutGrid, List, Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { ASSET_KINDS, type AssetKind } from "@/lib/contract";
import { oneOf } from "@/lib/kernel/one-of";
import { KINDS } from "./kind-labels";
import type { AssetView } from "./types";

type AssetToolbarProps = {
  text: string;
  kind: AssetKind | null;
  kinds: readonly { kind: AssetKind; count: number }[];
  total: number;
  view: AssetView;
  onText: (text: string) => void;
  onKind: (kind: AssetKind | null) => void;
  onView: (view: AssetView) => void;
};

/** What to show of the assets, and how. */
export function AssetToolbar(props: AssetToolbarProps) {
  const { text, kind, kinds, total, view, onText, onKind, onView } = props;
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
        aria-label="Kind"
        className="w-52 max-sm:grow"
        value={kind ?? ""}
        onChange={(event) => onKind(oneOf(ASSET_KINDS, event.target.value) ?? null)}
        options={[
          { value: "", label: `All kinds (${total})` },
          ...options.map((one) => ({ value: one.kind, label: `${KINDS[one.kind].plural} (${one.count})` })),
        ]}
      />
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
