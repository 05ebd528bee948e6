"use client";

import { type CSSProperties, type ReactNode, useId } from "react";
import { Label } from "./field-parts";
import { joinIds } from "./styles";

type SliderProps = {
  label: ReactNode;
  min: number;
  max: number;
  step: number;
  value: number;
  onValueChange: (value: number) => void;
  minLabel: string;
  maxLabel: string;
  valueText: (value: number) => string;
  hint?: ReactNode;
};

/** A native range input. The value is always shown next to the label, as text. */
export function Slider(props: SliderProps) {
  const { label, min, max, step, value, onValueChange, minLabel, maxLabel, valueText, hint } = props;
  const id = useId();
  const shown = valueText(value);
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id}>{label}</Label>
        <output htmlFor={id} className="text-[0.8125rem] text-muted tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        aria-describedby={joinIds(`${id}-ends`, Boolean(hint) && `${id}-hint`)}
        onChange={(event) => onValueChange(event.currentTarget.valueAsNumber)}
        style={{ "--filled": `${((value - min) / (max - min || 1)) * 100}%` } as CSSProperties}
        className="slider my-0.5 h-6 w-full"
      />
      <div className="flex justify-between gap-3 text-xs text-muted">
        <span aria-hidden="true">{minLabel}</span>
        <span aria-hidden="true">{maxLabel}</span>
        <span id={`${id}-ends`} className="sr-only">
          From {minLabel} to {maxLabel}
        </span>
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
