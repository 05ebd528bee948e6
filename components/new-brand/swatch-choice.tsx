"use client";

import { Fieldset } from "@/components/ui/fieldset";

type SwatchChoiceProps = {
  swatches: readonly { hex: string; share: number }[];
  value: string;
  onChange: (hex: string) => void;
};

const shareText = (share: number) => (share < 0.01 ? "under 1 %" : `${Math.round(share * 100)} %`);

/** The colours of a logo, by size, one of which the palette grows from. */
export function SwatchChoice({ swatches, value, onChange }: SwatchChoiceProps) {
  return (
    <Fieldset legend="Grow the palette from" hint="The colours of your logo, and how much of it each takes.">
      <div className="flex flex-wrap gap-2">
        {swatches.map(({ hex, share }) => (
          <label
            key={hex}
            className="ring-within relative flex items-center gap-2 rounded-lg border border-line-strong/60 bg-surface py-1.5 pr-3 pl-1.5 transition-colors hover:bg-hover has-checked:border-solid has-checked:bg-hover has-checked:shadow-[inset_0_0_0_1px_var(--solid)]"
          >
            <input
              type="radio"
              name="logo-colour"
              value={hex}
              checked={value === hex}
              onChange={() => onChange(hex)}
              className="absolute inset-0 appearance-none rounded-lg"
            />
            <span
              aria-hidden="true"
              className="size-6 rounded-md border border-line"
              style={{ backgroundColor: hex }}
            />
            <span className="font-mono text-[0.8125rem]">{hex}</span>
            <span className="text-[0.8125rem] text-muted">{shareText(share)}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  );
}
