"use client";

import { Field } from "@/components/ui/field";
import { MeasureField } from "@/components/ui/measure-field";
import { Select } from "@/components/ui/select";
import type { StoredDirection } from "@/lib/brand-document";
import { ICON_STYLES, IMAGERY_LIMITS } from "@/lib/contract";
import type { DirectionChange } from "@/lib/imagery";

const STYLE_NAMES = { outline: "Outline", filled: "Filled", duotone: "Two tones" } as const;
const STYLES = [
  { value: "", label: "Not stated" },
  ...ICON_STYLES.map((value) => ({ value, label: STYLE_NAMES[value] })),
];

type IconFieldsProps = { value: StoredDirection; onChange: (change: DirectionChange, field: string) => void };

/** Rules of icons that a machine can check. */
export function IconFields({ value, onChange }: IconFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field label="Style">
        <Select
          options={STYLES}
          value={value.style ?? ""}
          onChange={(event) => onChange({ style: ICON_STYLES.find((one) => one === event.target.value) }, "style")}
        />
      </Field>
      <MeasureField
        label="Grid"
        value={value.grid_px}
        max={IMAGERY_LIMITS.gridPx}
        whole
        onChange={(grid_px) => onChange({ grid_px }, "grid")}
      />
      <MeasureField
        label="Line width"
        value={value.stroke_px}
        max={IMAGERY_LIMITS.strokePx}
        onChange={(stroke_px) => onChange({ stroke_px }, "stroke")}
      />
    </div>
  );
}
