"use client";

import { ColorInput } from "@/components/ui/color-input";
import { Field } from "@/components/ui/field";
import { NumberField } from "@/components/ui/number-field";
import { Select } from "@/components/ui/select";
import { useEditedValue } from "@/components/ui/use-edited-value";
import type { StoredDuration, StoredEasing, StoredLength, StoredTokenColor } from "@/lib/brand-document";
import { FOUNDATION_LIMITS } from "@/lib/brand-document";
import { DURATION_UNITS, LENGTH_UNITS } from "@/lib/contract";

type FieldProps<T> = { label: string; value: T; onChange: (value: T) => void };

type ChoiceProps<Word extends string> = FieldProps<Word> & { words: readonly Word[] };

/** One of several words. */
export function ChoiceField<Word extends string>({ label, words, value, onChange }: ChoiceProps<Word>) {
  return (
    <Field label={label}>
      <Select
        options={words.map((word) => ({ value: word, label: word }))}
        value={value}
        onChange={(event) => onChange(words.find((word) => word === event.target.value) ?? value)}
      />
    </Field>
  );
}

/** A number with its unit. */
export function LengthField({ label, value, min, onChange }: FieldProps<StoredLength> & { min: number }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
      <NumberField
        label={label}
        value={value.value}
        min={min}
        max={FOUNDATION_LIMITS.length}
        step={0.01}
        onChange={(next) => onChange({ ...value, value: next })}
      />
      <ChoiceField
        label={`Unit of ${label.toLowerCase()}`}
        words={LENGTH_UNITS}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </div>
  );
}

export function DurationField({ label, value, onChange }: FieldProps<StoredDuration>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
      <NumberField
        label={label}
        value={value.value}
        min={0}
        max={value.unit === "s" ? FOUNDATION_LIMITS.milliseconds / 1000 : FOUNDATION_LIMITS.milliseconds}
        step={0.01}
        onChange={(next) => onChange({ ...value, value: next })}
      />
      <ChoiceField
        label={`Unit of ${label.toLowerCase()}`}
        words={DURATION_UNITS}
        value={value.unit}
        // The time stays the same in either unit.
        onChange={(unit) =>
          onChange(
            unit === value.unit
              ? value
              : { unit, value: unit === "s" ? value.value / 1000 : Math.round(value.value * 1000) },
          )
        }
      />
    </div>
  );
}

const POINTS = ["First point, time", "First point, progress", "Second point, time", "Second point, progress"];

/** The two points of a curve, as style sheets and design tools take them. */
export function EasingFields({ value, onChange }: Omit<FieldProps<StoredEasing>, "label">) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {POINTS.map((label, index) => (
        <NumberField
          key={label}
          label={label}
          value={value[index] ?? 0}
          min={index % 2 === 0 ? 0 : -5}
          max={index % 2 === 0 ? 1 : 5}
          step={0.01}
          onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)) as StoredEasing)}
        />
      ))}
    </div>
  );
}

const readHex = (text: string) =>
  /^#[0-9a-f]{6}$/.test(text) ? text : { error: "Six digits of hex after a #: #1f2937." };

/** A colour with how much of it is seen. */
export function ColorField({ value, onChange }: Omit<FieldProps<StoredTokenColor>, "label">) {
  const { text, setText, error } = useEditedValue(value.hex, readHex, (hex) => onChange({ ...value, hex }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
      <Field label="Colour" error={error}>
        <ColorInput value={text} onValueChange={setText} />
      </Field>
      <NumberField
        label="Opacity"
        value={Number((value.alpha * 100).toFixed(2))}
        min={0}
        max={100}
        step={0.5}
        unit="%"
        onChange={(percent) => onChange({ ...value, alpha: Number((percent / 100).toFixed(4)) })}
      />
    </div>
  );
}
