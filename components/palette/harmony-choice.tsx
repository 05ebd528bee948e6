"use client";

import { Fieldset } from "@/components/ui/field-parts";
import type { Harmony, PaletteSeed } from "@/lib/content";
import { HARMONY_LABELS } from "./stated-colors";
import type { PreviewPalette } from "./types";

const HARMONIES = Object.keys(HARMONY_LABELS) as Harmony[];
/** Roles that a harmony sets. The others are the same in all. */
const SHOWN_ROLES = ["primary", "secondary", "accent"];

type HarmonyChoiceProps = {
  hex: string;
  value: Harmony;
  onChange: (harmony: Harmony) => void;
  preview: PreviewPalette;
};

export function HarmonyChoice({ hex, value, onChange, preview }: HarmonyChoiceProps) {
  return (
    <Fieldset legend="Harmony" hint={HARMONY_LABELS[value].hint}>
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-3">
        {HARMONIES.map((harmony) => (
          <label
            key={harmony}
            className="ring-within relative flex flex-col gap-2 rounded-lg border border-line-strong/60 bg-surface p-2.5 transition-colors hover:bg-hover has-checked:border-solid has-checked:bg-hover has-checked:shadow-[inset_0_0_0_1px_var(--solid)]"
          >
            <input
              type="radio"
              name="harmony"
              value={harmony}
              checked={value === harmony}
              onChange={() => onChange(harmony)}
              className="absolute inset-0 appearance-none rounded-lg"
            />
            <HarmonyColors seed={{ hex, harmony }} preview={preview} />
            <span className="text-[0.8125rem] leading-4">{HARMONY_LABELS[harmony].label}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  );
}

function HarmonyColors({ seed, preview }: { seed: PaletteSeed; preview: PreviewPalette }) {
  const colors = preview(seed).palette.filter(({ role }) => SHOWN_ROLES.includes(role));
  return (
    <span aria-hidden="true" className="flex h-5 overflow-clip rounded-md border border-line">
      {colors.slice(0, 4).map(({ id, hex }) => (
        <span key={id} className="grow" style={{ backgroundColor: hex }} />
      ))}
    </span>
  );
}
