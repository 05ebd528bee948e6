"use client";

import { LayoutGrid, List, Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { Input } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { cx } from "@/components/ui/styles";
import { collectionsOf, countKinds, type StoredAsset, tagsOf } from "@/lib/content";
import { ASSET_KINDS } from "@/lib/contract";
import { oneOf } from "@/lib/platform/ids";
import { type AssetView, KINDS } from "./kind-labels";

type QueryChange = { q?: string; kind?: string; collection?: string; tag?: string; page?: number };

/** Search and filters, kept in the URL. Typing replaces the history entry and makes no request to the server. */
export function useAssetQuery() {
  const pathname = usePathname();
  const parameters = useSearchParams();
  const [text, setText] = useState(parameters.get("q") ?? "");
  const kind = oneOf(ASSET_KINDS, parameters.get("kind")) ?? null;
  const collection = parameters.get("collection") || null;
  const tag = parameters.get("tag") || null;
  const page = Math.max(1, Math.trunc(Number(parameters.get("page"))) || 1);

  const hrefOf = (change: QueryChange, from: URLSearchParams = parameters) => {
    const next = new URLSearchParams(from);
    for (const [name, value] of Object.entries({ page: "", ...change })) {
      if (value && value !== 1) next.set(name, String(value));
      else next.delete(name);
    }
    return next.size > 0 ? `${pathname}?${next}` : pathname;
  };
  // The router's parameters lag behind the URL, so a second change would undo the first.
  const choose = (change: QueryChange) =>
    window.history.replaceState(null, "", hrefOf(change, new URLSearchParams(window.location.search)));
  const search = (q: string) => {
    setText(q);
    choose({ q: q.trim() });
  };
  const showAll = () => {
    setText("");
    window.history.replaceState(null, "", pathname);
  };
  return { text, kind, collection, tag, page, search, choose, showAll, hrefOf };
}

type AssetToolbarProps = {
  assets: readonly StoredAsset[];
  query: ReturnType<typeof useAssetQuery>;
  view: AssetView;
  onView: (view: AssetView) => void;
};

export function AssetToolbar({ assets, query, view, onView }: AssetToolbarProps) {
  const { text, kind, collection, tag, search, choose } = query;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        aria-label="Search assets"
        placeholder="Search by name or type"
        value={text}
        leading={<Search aria-hidden="true" />}
        onChange={(event) => search(event.target.value)}
        className="grow basis-56"
      />
      <Filter
        label="Type"
        all={`All types (${assets.length})`}
        chosen={kind}
        names={countKinds(assets).map((one) => ({ name: one.kind, count: one.count }))}
        labelOf={(name) => KINDS[name].plural}
        onChoose={(next) => choose({ kind: next })}
        className="w-52"
      />
      <Filter
        label="Collection"
        all="All collections"
        chosen={collection}
        names={collectionsOf(assets)}
        onChoose={(next) => choose({ collection: next })}
      />
      <Filter
        label="Tag"
        all="All tags"
        chosen={tag}
        names={tagsOf(assets)}
        onChoose={(next) => choose({ tag: next })}
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

type FilterProps<Name extends string> = {
  label: string;
  all: string;
  chosen: Name | null;
  names: readonly { name: Name; count: number }[];
  /** The hub's label. Without it, names are people's own texts. */
  labelOf?: (name: Name) => string;
  onChoose: (name: string) => void;
  className?: string;
};

/** A filter by name. Keeps the URL's choice as an option when no asset has it. Empty when no asset has a name. */
function Filter<Name extends string>(props: FilterProps<Name>) {
  const { label, all, chosen, names, labelOf, onChoose, className = "w-44" } = props;
  const known = chosen === null || names.some(({ name }) => name === chosen);
  const options = [...names, ...(known ? [] : [{ name: chosen, count: 0 }])];
  if (options.length === 0) return null;
  return (
    <Select
      aria-label={label}
      className={cx("max-sm:w-36 max-sm:grow", className)}
      value={chosen ?? ""}
      onChange={(event) => onChoose(event.target.value)}
      options={[
        { value: "", label: all },
        ...options.map(({ name, count }) => ({
          value: name,
          label: `${labelOf ? labelOf(name) : name} (${count})`,
          written: !labelOf,
        })),
      ]}
    />
  );
}
