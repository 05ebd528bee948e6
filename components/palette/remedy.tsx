import { Button } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { ColorChip } from "@/components/ui/text";
import {
  ADD_TEXT_COLOR,
  addColor,
  type Companion,
  type ContrastFix,
  type ContrastRemedy,
  changeColor,
  DOCUMENT_LIMITS,
  KEPT_WORDS,
  ratioText,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { bidiIsolate } from "@/lib/platform/text";
import type { DepthProps, Swatch } from "./types";

export interface Remedies {
  /** Absent for readers who can't edit. */
  onFix?: (fix: ContrastFix) => void;
  /** Absent when no colour can be added. */
  onAdd?: (companion: Companion) => void;
}

const names = (entries: readonly { name: string }[]) =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(entries.map(({ name }) => bidiIsolate(name)));

type RemedyProps = Remedies & { remedy: ContrastRemedy; swatches: readonly Swatch[] };

export function Remedy({ remedy, swatches, onFix, onAdd }: RemedyProps) {
  if (remedy.kind === "change") {
    if (!onFix) return null;
    const { entryId, hex, ratio } = remedy.fix;
    const name = swatches.find(({ id }) => id === entryId)?.name ?? "";
    return (
      <Button size="sm" onClick={() => onFix(remedy.fix)} icon={<ColorChip hex={hex} look={DOT} />}>
        <MixedText>{`Set ${bidiIsolate(name)} to ${hex}`}</MixedText> ({ratioText(ratio)})
      </Button>
    );
  }
  return (
    <span className="flex max-w-56 flex-col items-start gap-2 text-[0.8125rem] text-muted max-sm:items-end max-sm:text-right">
      <span>
        <MixedText>{sentenceOf(remedy, onAdd !== undefined)}</MixedText>
      </span>
      {remedy.kind === "add" && onAdd ? (
        <Button
          size="sm"
          onClick={() => onAdd(remedy.companion)}
          icon={<ColorChip hex={remedy.companion.hex} look={DOT} />}
        >
          {`Add “${remedy.companion.name}”, ${remedy.companion.hex}`} ({ratioText(remedy.ratio)})
        </Button>
      ) : null}
    </span>
  );
}

function sentenceOf(remedy: Exclude<ContrastRemedy, { kind: "change" }>, mayAdd: boolean): string {
  if (remedy.kind === "instead") return `${KEPT_WORDS[remedy.kept].sentence}. For text, use ${names(remedy.entries)}.`;
  if (remedy.kind === "add") {
    const isInk = remedy.companion.role === "text";
    const kept = isInk ? KEPT_WORDS[remedy.kept].ground : KEPT_WORDS[remedy.kept].sentence;
    if (!mayAdd) return `${kept}. For text, use another colour.`;
    return `${kept}. ${isInk ? "You can add a colour for text on it." : ADD_TEXT_COLOR}`;
  }
  return remedy.kept
    ? `${KEPT_WORDS[remedy.kept].sentence}. No shade of the other colour passes here. Don’t combine the two.`
    : "No shade passes here without failing elsewhere. Change another colour first, or don’t combine the two.";
}

const DOT = "size-3.5 rounded-sm border-line";

/** Fixes for palette pairs as undoable edits. A full palette takes no further colour. */
export function remediesOf({ colors, canEdit, onEdit }: DepthProps): Remedies {
  const { palette } = colors;
  if (!canEdit) return {};
  return {
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
