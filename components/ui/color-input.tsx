"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "./input";

type ColorInputProps = Omit<
  ComponentProps<typeof Input>,
  "value" | "defaultValue" | "onChange" | "type" | "leading"
> & {
  value?: string;
  defaultValue?: string;
  onValueChange?: (hex: string) => void;
};

const HEX = /^#[0-9a-f]{6}$/i;

/** A colour as `#rrggbb`, typed or picked. `onValueChange` also gets incomplete input. */
export function ColorInput({
  value,
  defaultValue = "#000000",
  onValueChange,
  "aria-label": label,
  ...rest
}: ColorInputProps) {
  const [own, setOwn] = useState(defaultValue);
  const shown = value ?? own;
  const change = (next: string) => {
    setOwn(next);
    onValueChange?.(next);
  };
  return (
    <Input
      {...rest}
      mono
      value={shown}
      spellCheck={false}
      autoComplete="off"
      maxLength={7}
      aria-label={label}
      onChange={(event) => change(event.target.value.trim().toLowerCase())}
      leading={
        <input
          type="color"
          aria-label={label ? `Pick ${label}` : "Pick colour"}
          value={HEX.test(shown) ? shown : "#000000"}
          disabled={rest.readOnly}
          onChange={(event) => change(event.target.value)}
          className="pointer-events-auto -ml-1.5 block size-6 cursor-pointer appearance-none overflow-clip rounded-md border border-line-strong bg-transparent p-0"
        />
      }
    />
  );
}
