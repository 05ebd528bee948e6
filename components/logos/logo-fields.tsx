"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useEditedValue } from "@/components/ui/use-edited-value";
import { DOCUMENT_LIMITS } from "@/lib/brand-document";
import { LOGO_BACKGROUNDS, LOGO_VARIANTS } from "@/lib/contract";
import { oneOf } from "@/lib/kernel/one-of";
import type { ClearSpace } from "@/lib/logos";
import type { LogoChange, ShownLogo } from "./types";
import { BACKGROUND_LABELS, VARIANT_LABELS } from "./variant-labels";

const MAX_WIDTH_PX = 10_000;

const VARIANTS = LOGO_VARIANTS.map((value) => ({ value, label: VARIANT_LABELS[value].label }));
const BACKGROUNDS = LOGO_BACKGROUNDS.map((value) => ({ value, label: BACKGROUND_LABELS[value] }));

const readLabel = (text: string) => text.trim() || { error: "A logo needs a label; the last one is kept until then." };
const readWidth = (text: string) => {
  const width = Number(text);
  const valid = text.trim() !== "" && Number.isInteger(width) && width >= 0 && width <= MAX_WIDTH_PX;
  return valid ? width : { error: "A whole number of pixels, 0 to 10,000." };
};

/** In words, how a clear-space rule is drawn. */
function drawnAs(space: ClearSpace): string {
  const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`;
  switch (space.kind) {
    case "share":
      return `Drawn as ${percent(space.share)} of the ${space.of}.`;
    case "pixels":
      return `Drawn as ${space.pixels} px at the smallest width.`;
    case "none":
      return "No clear space is drawn. Try “a quarter of the logo’s height on all sides”.";
    case "described":
      return "Drawn as a sketch, not to scale: only a share of the logo or pixels can be measured.";
  }
}

type LogoFieldsProps = { logo: ShownLogo; onChange: (change: LogoChange) => void };

/** What the bundle says about a logo, edited in place. */
export function LogoFields({ logo: { item, clearSpace }, onChange }: LogoFieldsProps) {
  const label = useEditedValue(item.label, readLabel, (value) => onChange({ label: value }));
  const width = useEditedValue(item.min_width_px, readWidth, (value) => onChange({ min_width_px: value }));
  return (
    <div className="grid content-start gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <Field label="Label" error={label.error} className="sm:col-span-2">
        <Input
          value={label.text}
          maxLength={DOCUMENT_LIMITS.label}
          autoComplete="off"
          onChange={(event) => label.setText(event.target.value)}
        />
      </Field>
      <Field label="Variant">
        <Select
          options={VARIANTS}
          value={item.variant}
          onChange={(event) => onChange({ variant: oneOf(LOGO_VARIANTS, event.target.value) ?? item.variant })}
        />
      </Field>
      <Field label="Made for">
        <Select
          options={BACKGROUNDS}
          value={item.background}
          onChange={(event) => onChange({ background: oneOf(LOGO_BACKGROUNDS, event.target.value) ?? item.background })}
        />
      </Field>
      <Field label="Usage" className="sm:col-span-2">
        <Textarea
          rows={2}
          value={item.usage}
          maxLength={DOCUMENT_LIMITS.prose}
          placeholder="Where to use it, and where not"
          onChange={(event) => onChange({ usage: event.target.value })}
        />
      </Field>
      <Field label="Clear space" hint={drawnAs(clearSpace)} className="sm:col-span-2">
        <Textarea
          rows={2}
          value={item.clear_space}
          maxLength={DOCUMENT_LIMITS.prose}
          onChange={(event) => onChange({ clear_space: event.target.value })}
        />
      </Field>
      <Field label="Smallest width" error={width.error}>
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_WIDTH_PX}
          value={width.text}
          trailing={<span className="pr-2">px</span>}
          onChange={(event) => width.setText(event.target.value)}
        />
      </Field>
    </div>
  );
}
