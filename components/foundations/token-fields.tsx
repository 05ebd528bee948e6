"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useDisabledScope } from "@/components/ui/disabled-scope";
import { Fieldset } from "@/components/ui/fieldset";
import type {
  StoredBorder,
  StoredDuration,
  StoredEasing,
  StoredLength,
  StoredShadowLayer,
  StoredTransition,
} from "@/lib/brand-document";
import { FOUNDATION_LIMITS } from "@/lib/brand-document";
import { BORDER_STYLES, type FoundationGroup } from "@/lib/contract";
import { startingToken, type TokenValue } from "@/lib/foundations";
import { ChoiceField, ColorField, DurationField, EasingFields, LengthField } from "./value-fields";

type Value = TokenValue<FoundationGroup>;
type FieldsProps<T> = { value: T; onChange: (value: T) => void };

/** The fields of a token's value. */
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
      <ChoiceField label="Style" words={BORDER_STYLES} value={value.style} onChange={(style) => set({ style })} />
      <ColorField value={value.color} onChange={(color) => set({ color })} />
    </div>
  );
}

function ShadowFields({ value, onChange }: FieldsProps<StoredShadowLayer[]>) {
  const set = (index: number, layer: StoredShadowLayer) =>
    onChange(value.map((one, position) => (position === index ? layer : one)));
  const reason = useDisabledScope()?.reason;
  const full =
    value.length >= FOUNDATION_LIMITS.layers ? `A shadow has at most ${FOUNDATION_LIMITS.layers} layers.` : null;
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
              disabledReason={reason}
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
        disabledReason={reason ?? full}
        onClick={() => onChange([...value, ...startingToken("shadow")])}
      >
        Add a layer
      </Button>
    </div>
  );
}

function LayerFields({ value, onChange }: FieldsProps<StoredShadowLayer>) {
  const set = (change: Partial<StoredShadowLayer>) => onChange({ ...value, ...change });
  const { length } = FOUNDATION_LIMITS;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LengthField label="Across" value={value.offsetX} min={-length} onChange={(offsetX) => set({ offsetX })} />
      <LengthField label="Down" value={value.offsetY} min={-length} onChange={(offsetY) => set({ offsetY })} />
      <LengthField label="Blur" value={value.blur} min={0} onChange={(blur) => set({ blur })} />
      <LengthField label="Spread" value={value.spread} min={-length} onChange={(spread) => set({ spread })} />
      <ColorField value={value.color} onChange={(color) => set({ color })} />
      <Checkbox label="Inside" checked={value.inset} onCheckedChange={(inset) => set({ inset })} />
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
