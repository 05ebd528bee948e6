"use client";

import { useEffect, useRef } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText } from "@/components/ui/content-text";
import { useLate } from "@/components/ui/hooks";
import { LiveRegion } from "@/components/ui/skip-link";
import { thenFocus } from "@/components/ui/then-focus";
import type { StoredAsset } from "@/lib/content";
import { countText, type EditAssets } from "./kind-labels";
import type { Selection } from "./use-selection";

const loadBar = () => import("./selection-bar").then(({ SelectionBar }) => SelectionBar);

type SelectionControlsProps = {
  assets: readonly StoredAsset[];
  found: number;
  selection: Selection;
  collections: readonly string[];
  filesHref: string;
  flush: () => Promise<boolean>;
  announcement: string;
  onEdit: EditAssets;
};

export function SelectionControls({ found, announcement, ...bar }: SelectionControlsProps) {
  const { selected, hidden, all, pressAll, clear } = bar.selection;
  const { part: Bar, need } = useLate(loadBar);
  const box = useRef<HTMLInputElement>(null);
  const any = selected.length > 0;
  useEffect(() => {
    if (any) need(() => {});
  }, [any, need]);
  const some = any && hidden < selected.length && !all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {found > 0 ? (
          <Checkbox ref={box} label={`Select all ${countText(found)}`} checked={all} onCheckedChange={pressAll} />
        ) : null}
        <LiveRegion visible message={announcement} className="text-[0.8125rem] text-muted" />
        <LiveRegion message={any ? `${countText(selected.length)} selected` : ""} />
      </div>
      {Bar && any ? <Bar {...bar} onClear={() => thenFocus(clear, () => box.current)} /> : null}
    </>
  );
}

type SelectBoxProps = { asset: StoredAsset; selection: Selection; className?: string };

export function SelectBox({ asset: { id, name }, selection, className }: SelectBoxProps) {
  return (
    <Checkbox
      hideLabel
      className={className}
      label={
        <>
          Select <ContentText>{name}</ContentText>
        </>
      }
      checked={selection.ids.has(id)}
      onClick={(event) => selection.press(id, event.currentTarget.checked, event.shiftKey)}
    />
  );
}
