"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { EditedField, NumberField } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { ChoiceField } from "@/components/ui/select";
import { COLOR_LIMITS, gradientCss, removeGradient, type StoredGradient, setGradient, stopHex } from "@/lib/content";
import { GRADIENT_KINDS } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { HexCell } from "./hex-field";
import type { DepthProps } from "./types";

type Stop = StoredGradient["stops"][number];

const KINDS = { linear: "Linear", radial: "Radial", conic: "Conic" };

export function Gradients({ colors, onEdit }: DepthProps) {
  const { palette, gradients = [] } = colors;
  const full = gradients.length >= COLOR_LIMITS.gradients && `A brand has at most ${COLOR_LIMITS.gradients} gradients.`;
  const add = () => {
    const [first, second = first] = palette;
    if (!first || !second) return;
    const stops = [first, second].map(({ id, hex }, position): Stop => ({ color_id: id, hex, position }));
    const name = `Gradient ${gradients.length + 1}`;
    onEdit(`Add ${name}`, setGradient(colors, { id: newId(), name, kind: "linear", angle: 90, stops }));
  };
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Gradients" className="grid gap-4 lg:grid-cols-2">
        {gradients.map((gradient) => (
          <li
            key={gradient.id}
            id={`colors.gradients.${gradient.id}`}
            tabIndex={-1}
            className="overflow-clip rounded-xl border border-line bg-surface"
          >
            <GradientForm
              gradient={gradient}
              colors={colors}
              onChange={(next, joins) => onEdit(`Edit ${gradient.name}`, setGradient(colors, next), joins)}
              onRemove={() => onEdit(`Remove ${gradient.name}`, removeGradient(colors, gradient.id))}
            />
          </li>
        ))}
      </ul>
      <Button icon={<Plus />} className="w-fit" disabledReason={full} onClick={add}>
        Add gradient
      </Button>
    </div>
  );
}

const readName = (text: string) => (text.trim() === "" ? { error: "Enter a name." } : text);

type GradientFormProps = Pick<DepthProps, "colors"> & {
  gradient: StoredGradient;
  onChange: (next: StoredGradient, joins?: string) => void;
  onRemove: () => void;
};

function GradientForm({ gradient, colors: { palette }, onChange, onRemove }: GradientFormProps) {
  const { id, name, kind, angle, stops } = gradient;
  const css = gradientCss(gradient, (stop) => stopHex(palette, stop));
  const setStop = (at: number, change: Partial<Stop>, joins?: string) =>
    onChange({ ...gradient, stops: stops.map((stop, index) => (index === at ? { ...stop, ...change } : stop)) }, joins);
  const few = stops.length <= 2 && "A gradient has at least two stops";
  const many = stops.length >= COLOR_LIMITS.stops && `A gradient has at most ${COLOR_LIMITS.stops} stops`;
  return (
    <>
      <div
        aria-hidden="true"
        data-preview={id}
        className="h-28 border-line border-b"
        style={{ backgroundImage: css }}
      />
      <div className="flex flex-col gap-4 p-4">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_7rem]">
          <EditedField
            label="Name"
            value={name}
            maxLength={COLOR_LIMITS.name}
            read={readName}
            onChange={(next) => onChange({ ...gradient, name: next }, `gradient ${id}`)}
          />
          <ChoiceField
            label="Type"
            value={kind}
            options={GRADIENT_KINDS.map((value) => ({ value, label: KINDS[value] }))}
            onChange={(next) => onChange({ ...gradient, kind: next })}
          />
          {kind === "radial" ? null : (
            <NumberField
              label="Angle"
              unit="°"
              min={0}
              max={360}
              value={angle}
              onChange={(next) => onChange({ ...gradient, angle: next }, `angle ${id}`)}
            />
          )}
        </div>
        {stops.map((stop, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stops have no id
          <Fieldset key={at} legend={`Stop ${at + 1}`}>
            <div className="flex flex-wrap items-end gap-3">
              <ChoiceField
                label="Colour"
                className="min-w-40 grow"
                value={stop.color_id ?? ""}
                options={[
                  { value: "", label: "Custom colour" },
                  ...palette.map((entry) => ({ value: entry.id, label: entry.name, written: true })),
                ]}
                onChange={(colorId) => setStop(at, { color_id: colorId || null, hex: stopHex(palette, stop) })}
              />
              <HexCell
                label={`Colour of stop ${at + 1}`}
                value={stopHex(palette, stop)}
                onChange={stop.color_id ? null : (hex) => setStop(at, { hex }, `stop ${id} ${at}`)}
              />
              <span className="w-24">
                <NumberField
                  label="Position"
                  unit="%"
                  min={0}
                  max={100}
                  value={Math.round(stop.position * 100)}
                  onChange={(percent) => setStop(at, { position: percent / 100 }, `position ${id} ${at}`)}
                />
              </span>
              <IconButton
                icon={<Trash2 />}
                label={`Remove stop ${at + 1}`}
                disabledReason={few}
                onClick={() => onChange({ ...gradient, stops: stops.toSpliced(at, 1) })}
              />
            </div>
          </Fieldset>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Plus />}
            disabledReason={many}
            onClick={() => {
              const last = stops.at(-1);
              if (last) onChange({ ...gradient, stops: [...stops, { ...last, position: 1 }] });
            }}
          >
            Add stop
          </Button>
          <CopyButton withText size="sm" value={css} label="Copy as CSS" />
          <span className="grow" />
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
    </>
  );
}
