"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ColorInput } from "@/components/ui/color-input";
import { Field, NumberField } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { useEditedValue } from "@/components/ui/hooks";
import { ChoiceField } from "@/components/ui/select";
import {
  FOUNDATION_LIMITS,
  type StoredBorder,
  type StoredDuration,
  type StoredEasing,
  type StoredLength,
  type StoredShadowLayer,
  type StoredTokenColor,
  type StoredTransition,
  startingToken,
  type TokenValue,
} from "@/lib/content";
import { BORDER_STYLES, DURATION_UNITS, type FoundationGroup, LENGTH_UNITS } from "@/lib/contract";

type FieldProps<T> = { label: string; value: T; onChange: (value: T) => void };

function WordField<Word extends string>({ words, ...field }: FieldProps<Word> & { words: readonly Word[] }) {
  return <ChoiceField {...field} options={words.map((word) => ({ value: word, label: word }))} />;
}

type QuantityFieldProps<Unit extends string> = FieldProps<{ value: number; unit: Unit }> & {
  units: readonly Unit[];
  min: number;
  max: number;
  /** The number in another unit. */
  convert?: (value: number, unit: Unit) => number;
};

function QuantityField<Unit extends string>(props: QuantityFieldProps<Unit>) {
  const { label, units, value, min, max, convert = (number) => number, onChange } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
      <NumberField
        label={label}
        value={value.value}
        min={min}
        max={max}
        step={0.01}
        onChange={(next) => onChange({ ...value, value: next })}
      />
      <WordField
        label={`Unit of ${label.toLowerCase()}`}
        words={units}
        value={value.unit}
        onChange={(unit) => onChange(unit === value.unit ? value : { unit, value: convert(value.value, unit) })}
      />
    </div>
  );
}

const LengthField = (props: FieldProps<StoredLength> & { min: number }) => (
  <QuantityField {...props} units={LENGTH_UNITS} max={FOUNDATION_LIMITS.length} />
);

const DurationField = (props: FieldProps<StoredDuration>) => (
  <QuantityField
    {...props}
    units={DURATION_UNITS}
    min={0}
    max={FOUNDATION_LIMITS.milliseconds / (props.value.unit === "s" ? 1000 : 1)}
    convert={(value, unit) => (unit === "s" ? value / 1000 : Math.round(value * 1000))}
  />
);

const POINTS = ["First point, time", "First point, progress", "Second point, time", "Second point, progress"];

function EasingFields({ value, onChange }: Omit<FieldProps<StoredEasing>, "label">) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {POINTS.map((label, index) => (
        <NumberField
          key={label}
          label={label}
          value={value[index] ?? 0}
          min={index % 2 === 0 ? 0 : -5}
          max={index % 2 === 0 ? 1 : 5}
          step={0.01}
          onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)) as StoredEasing)}
        />
      ))}
    </div>
  );
}

const readHex = (text: string) =>
  /^#[0-9a-f]{6}$/.test(text) ? text : { error: "Enter # and six hex digits, such as #1f2937." };

function ColorField({ value, onChange }: Omit<FieldProps<StoredTokenColor>, "label">) {
  const { text, setText, error } = useEditedValue(value.hex, readHex, (hex) => onChange({ ...value, hex }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-3">
      <Field label="Colour" error={error}>
        <ColorInput value={text} onValueChange={setText} />
      </Field>
      <NumberField
        label="Opacity"
        value={Number((value.alpha * 100).toFixed(2))}
        min={0}
        max={100}
        step={0.5}
        unit="%"
        onChange={(percent) => onChange({ ...value, alpha: Number((percent / 100).toFixed(4)) })}
      />
    </div>
  );
}

type Value = TokenValue<FoundationGroup>;
type FieldsProps<T> = { value: T; onChange: (value: T) => void };

export function TokenFields({ group, value, onChange }: { group: FoundationGroup } & FieldsProps<Value>) {
  switch (group) {
    case "spacing":
    case "radius":
      return <LengthField label="Size" value={value as StoredLength} min={0} onChange={onChange} />;
    case "border":
      return <BorderFields value={value as StoredBorder} onChange={onChange} />;
    case "shadow":
      return <ShadowFields value={value as StoredShadowLayer[]} onChange={onChange} />;
    case "duration":
      return <DurationField label="Duration" value={value as StoredDuration} onChange={onChange} />;
    case "easing":
      return <EasingFields value={value as StoredEasing} onChange={onChange} />;
    case "transition":
      return <TransitionFields value={value as StoredTransition} onChange={onChange} />;
  }
}

function BorderFields({ value, onChange }: FieldsProps<StoredBorder>) {
  const set = (change: Partial<StoredBorder>) => onChange({ ...value, ...change });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LengthField label="Width" value={value.width} min={0} onChange={(width) => set({ width })} />
      <WordField label="Style" words={BORDER_STYLES} value={value.style} onChange={(style) => set({ style })} />
      <ColorField value={value.color} onChange={(color) => set({ color })} />
    </div>
  );
}

function ShadowFields({ value, onChange }: FieldsProps<StoredShadowLayer[]>) {
  const set = (index: number, layer: StoredShadowLayer) =>
    onChange(value.map((one, position) => (position === index ? layer : one)));
  const full =
    value.length >= FOUNDATION_LIMITS.layers ? `A shadow has at most ${FOUNDATION_LIMITS.layers} layers` : null;
  return (
    <div className="flex flex-col gap-4">
      {value.map((layer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: layers have nothing else to be told apart by
        <Fieldset key={index} legend={value.length > 1 ? `Layer ${index + 1}` : "Layer"}>
          <LayerFields value={layer} onChange={(next) => set(index, next)} />
          {value.length > 1 ? (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              className="mt-2"
              onClick={() => onChange(value.filter((_, position) => position !== index))}
            >
              {`Remove layer ${index + 1}`}
            </Button>
          ) : null}
        </Fieldset>
      ))}
      <Button
        size="sm"
        icon={<Plus />}
        className="w-fit"
        disabledReason={full}
        onClick={() => onChange([...value, ...startingToken("shadow")])}
      >
        Add layer
      </Button>
    </div>
  );
}

function LayerFields({ value, onChange }: FieldsProps<StoredShadowLayer>) {
  const set = (change: Partial<StoredShadowLayer>) => onChange({ ...value, ...change });
  const { length } = FOUNDATION_LIMITS;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LengthField label="Offset X" value={value.offsetX} min={-length} onChange={(offsetX) => set({ offsetX })} />
      <LengthField label="Offset Y" value={value.offsetY} min={-length} onChange={(offsetY) => set({ offsetY })} />
      <LengthField label="Blur" value={value.blur} min={0} onChange={(blur) => set({ blur })} />
      <LengthField label="Spread" value={value.spread} min={-length} onChange={(spread) => set({ spread })} />
      <ColorField value={value.color} onChange={(color) => set({ color })} />
      <Checkbox label="Inset" checked={value.inset} onCheckedChange={(inset) => set({ inset })} />
    </div>
  );
}

function TransitionFields({ value, onChange }: FieldsProps<StoredTransition>) {
  const set = (change: Partial<StoredTransition>) => onChange({ ...value, ...change });
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <DurationField label="Duration" value={value.duration} onChange={(duration) => set({ duration })} />
        <DurationField label="Delay" value={value.delay} onChange={(delay) => set({ delay })} />
      </div>
      <EasingFields value={value.timingFunction} onChange={(timingFunction) => set({ timingFunction })} />
    </div>
  );
}
