"use client";

import { type PointerEvent, type ReactNode, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { Slider } from "@/components/ui/slider";
import { cx } from "@/components/ui/styles";
import { type IdentityPath, placeOf, readAt, useIdentityValue } from "./identity-text";
import { axesOf, levelAt, pointAt, Radar, type RadarScale } from "./radar";

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

/** A radar with draggable corners, for pointers only. The sliders next to it do the same by keyboard. */
export function RadarEditor({ scale }: { scale: RadarScale }) {
  const stated = useDraftValue(({ state }) => readAt(state.document.identity, scale.path));
  return (
    <>
      <Radar axes={axesOf(scale, stated as Partial<Record<string, number>>)} className="mx-auto w-full max-w-88">
        {scale.keys.map((key, place) => (
          <Corner key={key} scale={scale} name={key} place={place} />
        ))}
      </Radar>
      <p className="mt-2 text-center text-[0.8125rem] text-muted">Drag a corner or use the sliders.</p>
    </>
  );
}

/** Unset corners sit near the centre, far enough apart to grab. */
const UNSET_AT = 0.6;

function Corner({ scale, name, place }: { scale: RadarScale; name: string; place: number }) {
  const { path, keys, shift } = scale;
  const axis = { place, count: keys.length };
  const { value, setValue } = useIdentityValue([...path, name]);
  const [held, setHeld] = useState(false);
  const set = typeof value === "number";
  const [x, y] = pointAt(axis, set ? value + shift : UNSET_AT);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<SVGCircleElement>) => {
    const matrix = currentTarget.ownerSVGElement?.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const next = levelAt(axis, at.x, at.y) - shift;
    if (next !== value) setValue(next);
  };
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={held ? 7 : 5}
        strokeWidth={1.75}
        className={cx("stroke-accent", set ? "fill-surface" : "fill-surface [stroke-dasharray:2_2]")}
      />
      <circle
        data-corner={name}
        cx={x}
        cy={y}
        r={13}
        className={cx("touch-none fill-transparent", held ? "cursor-grabbing" : "cursor-grab")}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          setHeld(true);
        }}
        onPointerMove={(event) => held && follow(event)}
        onLostPointerCapture={() => setHeld(false)}
      />
    </g>
  );
}
