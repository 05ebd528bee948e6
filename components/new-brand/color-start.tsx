"use client";

import { HarmonyChoice } from "@/components/palette/harmony-choice";
import type { PreviewPalette } from "@/components/palette/types";
import { ColorInput } from "@/components/ui/color-input";
import { Field } from "@/components/ui/field";
import { PalettePreview } from "./palette-preview";
import type { ChangeForm, NewBrandForm } from "./types";

type ColorStartProps = {
  form: NewBrandForm;
  change: ChangeForm;
  preview: PreviewPalette;
  parseHex: (input: string) => string | null;
  describe: (hex: string) => string;
  error?: string;
};

/** A brand that grows its palette from one colour and a harmony. */
export function ColorStart({ form, change, preview, parseHex, describe, error }: ColorStartProps) {
  const hex = parseHex(form.color);
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <Field
          label="Colour"
          hint={hex ? describe(hex) : undefined}
          error={hex ? error : "Write it as #rrggbb, such as #0f766e."}
        >
          <ColorInput value={form.color} onValueChange={(color) => change({ color })} />
        </Field>
        {hex ? (
          <HarmonyChoice hex={hex} value={form.harmony} onChange={(harmony) => change({ harmony })} preview={preview} />
        ) : null}
      </div>
      {hex ? <PalettePreview {...preview({ hex, harmony: form.harmony })} /> : null}
    </div>
  );
}
