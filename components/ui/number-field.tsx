"use client";

import { Field } from "./field";
import { useEditedValue } from "./hooks";
import { Input } from "./input";

type NumberFieldProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
};

/** A number input that only commits values in range. */
export function NumberField({ label, value, min, max, step = 1, unit, onChange }: NumberFieldProps) {
  const whole = step === 1;
  const read = (text: string) => {
    const number = Number(text);
    const valid = text.trim() !== "" && number >= min && number <= max && (!whole || Number.isInteger(number));
    return valid
      ? number
      : { error: `Enter a ${whole ? "whole " : ""}number from ${String(min).replace("-", "−")} to ${max}.` };
  };
  const { text, setText, error } = useEditedValue(value, read, onChange);
  return (
    <Field label={label} error={error}>
      <Input
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={text}
        trailing={unit ? <span className="pr-2">{unit}</span> : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
