"use client";

import { ColorInput } from "@/components/ui/color-input";
import { useEditedValue } from "@/components/ui/hooks";
import { parseHex } from "@/lib/content";

type HexFieldProps = { label: string; value: string; onChange: (hex: string) => void };

const read = (text: string) => parseHex(text) ?? { error: "Enter a hex colour, such as #0f766e." };

/** A colour input in a row of several, with an accessible name only. Saved once it's a valid colour. */
export function HexField({ label, value, onChange }: HexFieldProps) {
  const { text, setText, error } = useEditedValue(value, read, onChange);
  return (
    <ColorInput
      value={text}
      onValueChange={setText}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      title={error}
    />
  );
}
