"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { ContentText } from "@/components/ui/content-text";
import type { StoredAsset } from "@/lib/content";
import type { Selection } from "./use-selection";

type SelectBoxProps = { asset: StoredAsset; selection: Selection; className?: string };

/** Selects one asset; with Shift all from the last one that was pressed. */
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
