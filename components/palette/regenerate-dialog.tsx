"use client";

import { ArrowRight, Lock } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { ColorInput } from "@/components/ui/color-input";
import { ContentText } from "@/components/ui/content-text";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { ColorChip } from "@/components/ui/text";
import {
  describeColor,
  type PaletteEntry,
  type PaletteSeed,
  parseHex,
  type RegeneratedPalette,
  regeneratePalette,
  voidSeedText,
} from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { ColorBand } from "./color-values";
import { HarmonyChoice } from "./harmony-choice";
import { PicturePicker, type PicturePickerProps } from "./picture-picker";
import type { KeptPalette, PreviewPalette } from "./types";

function PaletteComparison({ before, after }: { before: readonly PaletteEntry[]; after: readonly PaletteEntry[] }) {
  return (
    <section aria-label="Before and after" className="flex flex-col gap-3">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {before.length > 0 ? <Labelled label="Now" swatches={before} /> : null}
        <Labelled label="After" swatches={after} />
      </div>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {after.map((entry) => (
          <Line key={entry.id} entry={entry} former={before.find(({ id }) => id === entry.id)} />
        ))}
      </ul>
    </section>
  );
}

function Labelled({ label, swatches }: { label: string; swatches: readonly PaletteEntry[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-[0.8125rem] text-muted">{label}</p>
      <ColorBand swatches={swatches} />
    </div>
  );
}

function Line({ entry, former }: { entry: PaletteEntry; former: PaletteEntry | undefined }) {
  const same = former?.hex === entry.hex;
  return (
    <li className="flex min-h-10 items-center gap-3 border-line border-b py-1.5">
      <ContentText className="min-w-0 grow truncate">{entry.name}</ContentText>
      {entry.locked ? <Badge icon={<Lock aria-hidden="true" />}>Locked</Badge> : null}
      {former && !same ? <Chip hex={former.hex} label="from" /> : null}
      {former && !same ? <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-faint" /> : null}
      {same ? <span className="text-[0.8125rem] text-muted">unchanged</span> : null}
      <Chip hex={entry.hex} label={former && !same ? "to" : ""} />
    </li>
  );
}

function Chip({ hex, label }: { hex: string; label: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <span className="sr-only">{label}</span>
      <ColorChip hex={hex} />
      <span className="font-mono text-xs">{hex}</span>
    </span>
  );
}

export type RegenerateStart = "colour" | "picture";

const STARTS: { value: RegenerateStart; label: string }[] = [
  { value: "colour", label: "A colour" },
  { value: "picture", label: "A logo or picture" },
];

type RegenerateDialogProps = Omit<PicturePickerProps, "onPick" | "hex"> & {
  start: RegenerateStart;
  current: readonly PaletteEntry[];
  seed: PaletteSeed;
  onKeep: (kept: KeptPalette) => void;
  onClose: () => void;
};

export function RegenerateDialog(props: RegenerateDialogProps) {
  const { current, onKeep, onClose } = props;
  const preview: PreviewPalette = useMemo(() => (seed) => regeneratePalette({ current, seed, newId }), [current]);
  const [from, setFrom] = useState(props.start);
  const [text, setText] = useState(props.seed.hex);
  const [picked, setPicked] = useState<string | null>(null);
  const [harmony, setHarmony] = useState(props.seed.harmony);
  const hex = from === "picture" ? picked : parseHex(text);
  const result = useMemo(() => (hex ? preview({ hex, harmony }) : null), [hex, harmony, preview]);
  const keep = () => {
    const source = from === "picture" ? "extracted" : "generated";
    if (result && hex) onKeep({ palette: result.palette, seed: { hex, harmony }, source });
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onClose()}
      title={current.length > 0 ? "Regenerate palette" : "Generate palette"}
      description="Generates every unlocked colour from one colour and a harmony. A locked primary, accent or secondary sets the hues instead. Names, roles and usage stay."
      footer={
        <>
          <DialogClose />
          <Button
            variant="primary"
            disabledReason={result ? !result.changed && "Nothing would change" : "Choose a colour"}
            onClick={keep}
          >
            Use this palette
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <SegmentedControl
              label="Start from"
              name="palette-start"
              options={STARTS}
              value={from}
              onValueChange={(value) => setFrom(value === "picture" ? "picture" : "colour")}
            />
            {from === "picture" ? (
              <PicturePicker {...props} hex={picked} onPick={setPicked} />
            ) : (
              <Field
                label="Colour"
                hint={hex ? (voidSeedText(current) ?? describeColor(hex)) : undefined}
                error={hex ? undefined : "Enter a hex colour, such as #0f766e."}
              >
                <ColorInput value={text} onValueChange={setText} aria-label="Colour" />
              </Field>
            )}
          </div>
          <HarmonyChoice hex={hex ?? props.seed.hex} value={harmony} onChange={setHarmony} preview={preview} />
        </div>
        {result ? <Outcome result={result} current={current} /> : <NothingYet />}
      </div>
    </Dialog>
  );
}

function Outcome({ result, current }: { result: RegeneratedPalette; current: readonly PaletteEntry[] }) {
  const allLocked = current.every((entry) => entry.locked);
  return (
    <div className="flex flex-col gap-3">
      {result.added ? <Notice>{result.added}</Notice> : null}
      {result.changed ? null : (
        <Notice>{allLocked ? "Every colour is locked, so nothing would change." : "Nothing would change."}</Notice>
      )}
      {result.warnings.map(({ code, message }) => (
        <Notice key={message} tone={code === "own_color_kept" ? "neutral" : "warning"}>
          {message}
        </Notice>
      ))}
      <PaletteComparison before={current} after={result.palette} />
    </div>
  );
}

function NothingYet() {
  return (
    <p className="rounded-xl bg-sunken px-4 py-6 text-center text-muted">
      Choose a colour or picture to preview the palette.
    </p>
  );
}
