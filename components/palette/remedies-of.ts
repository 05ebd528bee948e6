import { addColor, changeColor, DOCUMENT_LIMITS } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import type { Remedies } from "./remedy";
import type { DepthProps } from "./types";

/** What mends a pair of the palette, as edits that can be taken back. A full palette takes no further colour. */
export function remediesOf({ colors, reason, onEdit }: DepthProps): Remedies {
  const { palette } = colors;
  return {
    reason,
    onFix: ({ entryId, hex }) => {
      const entry = palette.find(({ id }) => id === entryId);
      if (entry) onEdit(`Set ${entry.name} to ${hex}`, changeColor(colors, { ...entry, hex }));
    },
    onAdd:
      palette.length < DOCUMENT_LIMITS.colors
        ? (companion) => onEdit(`Add ${companion.name}`, addColor(colors, { ...companion, id: newId() }))
        : undefined,
  };
}
