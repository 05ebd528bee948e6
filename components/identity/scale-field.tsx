"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { cx } from "@/components/ui/styles";
import { type IdentityPath, placeOf, useIdentityValue } from "./use-identity-value";

type ScaleFieldProps = {
  path: IdentityPath;
  label: string;
  hint?: ReactNode;
  min: number;
  max: number;
  ends: readonly [low: string, high: string];
  valueText: (value: number) => string;
};

export function ScaleField({ path, label, hint, min, max, ends: [low, high], valueText }: ScaleFieldProps) {
  const { value, setValue } = useIdentityValue(path);
  const set = typeof value === "number" ? value : null;
  const middle = (min + max) / 2;
  return (
    <div
      id={placeOf(path)}
      tabIndex={-1}
      className={cx("flex min-w-0 flex-col gap-1", set === null && "[&_.slider]:opacity-45")}
    >
      <Slider
        label={label}
        hint={hint}
        min={min}
        max={max}
        step={1}
        value={set ?? middle}
        onValueChange={setValue}
        minLabel={low}
        maxLabel={high}
        valueText={(shown) => (set === null ? "Not set" : valueText(shown))}
      />
      {/* One button in one position, so that it keeps the focus when pressed. */}
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5 w-fit"
        onClick={() => setValue(set === null ? middle : undefined)}
      >
        {set === null ? "Set to middle" : "Clear"}
        <span className="sr-only"> for {label.toLowerCase()}</span>
      </Button>
    </div>
  );
}
