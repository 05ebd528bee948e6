"use client";

import { ColorInput } from "@/components/ui/color-input";
import { useEditedValue } from "@/components/ui/hooks";
import { ColorChip } from "@/components/ui/text";
import { parseHex } from "@/lib/content";

type HexFieldProps = { label: string; value: string; onChange: (hex: string) => void };

const read = (text: string) => parseHex(text) ?? { error: "Enter a hex colour, such as #0f766e." };

type HexCellProps = Omit<HexFieldProps, "onChange"> & { onChange: HexFieldProps["onChange"] | null };

/** A colour of a list. Without `onChange` it is only shown. */
export function HexCell({ onChange, ...field }: HexCellProps) {
  if (onChange)
    return (
      <span className="w-32">
        <HexField {...field} onChange={onChange} />
      </span>
    );
  return (
    <span className="flex h-9 w-32 items-center gap-2 font-mono text-[0.8125rem]">
      <ColorChip hex={field.value} />
      {field.value}
    </span>
  );
}

/** A colour input in a row of several, with an accessible name only. Saved once it's a valid colour. */
function HexField({ label, value, onChange }: HexFieldProps) {
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
