"use client";

import { typeText } from "@/components/files/file-facts";
import { ContentText } from "@/components/ui/content-text";
import { sizeText } from "@/lib/platform/size-text";
import { AssetPreview } from "./asset-preview";
import { KINDS } from "./kind-labels";
import { SelectBox } from "./select-box";
import type { ShownAsset } from "./types";
import type { Selection } from "./use-selection";

export type AssetListProps = {
  shown: readonly ShownAsset[];
  onOpen: (id: string) => void;
  /** Null where nothing can be changed, and so nothing selected. */
  selection: Selection | null;
};

export function AssetGrid({ shown, onOpen, selection }: AssetListProps) {
  return (
    <ul aria-label="Assets" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-3">
      {shown.map((one) => (
        <li key={one.asset.id} className="relative min-w-0 rounded-xl has-checked:ring-2 has-checked:ring-ink">
          <button
            type="button"
            onClick={() => onOpen(one.asset.id)}
            className="flex w-full min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface text-left transition-colors hover:border-line-strong hover:bg-hover"
          >
            <AssetPreview shown={one} className="h-36 w-full border-line border-b p-3" />
            <span className="flex w-full min-w-0 flex-col gap-0.5 px-3 py-2.5">
              <ContentText className="truncate font-medium">{one.asset.name}</ContentText>
              <span className="truncate text-[0.8125rem] text-muted">
                {[KINDS[one.asset.kind].label, typeText(one.asset.file.mime), sizeText(one.asset.file.bytes)].join(
                  " · ",
                )}
              </span>
            </span>
          </button>
          {selection ? (
            <SelectBox
              asset={one.asset}
              selection={selection}
              className="absolute top-2 left-2 rounded-md bg-surface/90"
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
