"use client";

import { Field } from "./field";
import { useEditedValue } from "./hooks";
import { Input } from "./input";

type MeasureFieldProps = {
  label: string;
  value: number | undefined;
  max: number;
  whole?: boolean;
  unit?: string;
  onChange: (value: number | undefined) => void;
};

export function MeasureField({ label, value, max, whole = false, unit = "px", onChange }: MeasureFieldProps) {
  const read = (text: string) => {
    const number = Number(text);
    const valid = text.trim() === "" || (number > 0 && number <= max && (!whole || Number.isInteger(number)));
    return valid ? text.trim() : { error: `Enter a ${whole ? "whole " : ""}number up to ${max}, or leave it empty.` };
  };
  const { text, setText, error } = useEditedValue(value === undefined ? "" : String(value), read, (next) =>
    onChange(next === "" ? undefined : Number(next)),
  );
  return (
    <Field label={label} error={error}>
      <Input
        type="number"
        inputMode="decimal"
        step={whole ? 1 : 0.25}
        value={text}
        trailing={<span className="pr-2">{unit}</span>}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
