"use client";

import type { ReactNode } from "react";
import { cx } from "./styles";

export type Segment = { value: string; label: string; icon?: ReactNode };

type SegmentedControlProps = {
  label: string;
  name: string;
  options: readonly Segment[];
  value: string;
  onValueChange: (value: string) => void;
  iconsOnly?: boolean;
  size?: "sm" | "md";
};

/** Joined radio buttons for two to five short options. `iconsOnly` keeps the labels for screen readers and tooltips. */
export function SegmentedControl(props: SegmentedControlProps) {
  const { label, name, options, value, onValueChange, iconsOnly = false, size = "md" } = props;
  return (
    <fieldset className="inline-flex w-fit max-w-full">
      <legend className="sr-only">{label}</legend>
      <div className="flex max-w-full gap-0.5 overflow-x-auto rounded-lg bg-active p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            title={iconsOnly ? option.label : undefined}
            className={cx(
              "ring-within relative flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border border-transparent text-muted transition-colors hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-low dark:has-checked:bg-canvas forced-colors:has-checked:border-[Highlight] [&_svg]:size-4",
              iconsOnly ? "aspect-square" : "px-3",
              size === "sm" ? "h-6 text-[0.8125rem]" : "h-8",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            {option.icon}
            <span className={iconsOnly ? "sr-only" : undefined}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
