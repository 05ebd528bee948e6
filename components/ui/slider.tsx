"use client";

import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { Label } from "./field-parts";
import { cx, joinIds } from "./styles";

type SliderProps = {
  label: ReactNode;
  name?: string;
  min?: number;
  max?: number;
  step?: number;
  value?: number;
  defaultValue?: number;
  onValueChange?: (value: number) => void;
  minLabel?: string;
  maxLabel?: string;
  valueText?: (value: number) => string;
  hint?: ReactNode;
  className?: string;
};

/** A native range input. The value is always shown next to the label, as text with `valueText`. */
export function Slider(props: SliderProps) {
  const {
    label,
    name,
    min = 0,
    max = 100,
    step = 1,
    onValueChange,
    minLabel,
    maxLabel,
    valueText,
    hint,
    className,
  } = props;
  const id = useId();
  const [own, setOwn] = useState(props.defaultValue ?? min);
  const value = props.value ?? own;
  const shown = valueText ? valueText(value) : String(value);
  const ends = Boolean(minLabel || maxLabel);
  return (
    <div className={cx("flex min-w-0 flex-col", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id}>{label}</Label>
        <output htmlFor={id} className="text-[0.8125rem] text-muted tabular-nums">
          {shown}
        </output>
      </div>
      <input
        id={id}
        type="range"
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText ? shown : undefined}
        aria-describedby={joinIds(ends && `${id}-ends`, Boolean(hint) && `${id}-hint`)}
        onChange={(event) => {
          const next = event.currentTarget.valueAsNumber;
          setOwn(next);
          onValueChange?.(next);
        }}
        style={{ "--filled": `${((value - min) / (max - min || 1)) * 100}%` } as CSSProperties}
        className="slider my-0.5 h-6 w-full"
      />
      {ends ? (
        <div className="flex justify-between gap-3 text-xs text-muted">
          <span aria-hidden="true">{minLabel}</span>
          <span aria-hidden="true">{maxLabel}</span>
          <span id={`${id}-ends`} className="sr-only">
            From {minLabel} to {maxLabel}
          </span>
        </div>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
