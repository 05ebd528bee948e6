"use client";

import type { ComponentProps } from "react";
import { Input } from "./field";

type ColorInputProps = Omit<
  ComponentProps<typeof Input>,
  "value" | "defaultValue" | "onChange" | "type" | "leading"
> & {
  value: string;
  onValueChange: (hex: string) => void;
};

const HEX = /^#[0-9a-f]{6}$/i;

/** A colour as `#rrggbb`, typed or picked. `onValueChange` also gets incomplete input. */
export function ColorInput({ value, onValueChange, "aria-label": label, ...rest }: ColorInputProps) {
  return (
    <Input
      {...rest}
      mono
      value={value}
      spellCheck={false}
      autoComplete="off"
      maxLength={7}
      aria-label={label}
      onChange={(event) => onValueChange(event.target.value.trim().toLowerCase())}
      leading={
        <input
          type="color"
          aria-label={label ? `Pick ${label}` : "Pick colour"}
          value={HEX.test(value) ? value : "#000000"}
          disabled={rest.readOnly}
          onChange={(event) => onValueChange(event.target.value)}
          className="pointer-events-auto -ml-1.5 block size-6 cursor-pointer appearance-none overflow-clip rounded-md border border-line-strong bg-transparent p-0"
        />
      }
    />
  );
}
