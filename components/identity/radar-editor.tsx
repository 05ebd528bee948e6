"use client";

import { type PointerEvent, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { cx } from "@/components/ui/cx";
import { readAt } from "./path-value";
import { Radar } from "./radar";
import { levelAt, pointAt } from "./radar-geometry";
import { axesOf, type RadarScale } from "./radar-scales";
import { useIdentityValue } from "./use-identity-value";

/** A radar with corners to drag from step to step. For pointers alone: sliders beside it do the same by keyboard. */
export function RadarEditor({ scale }: { scale: RadarScale }) {
  const stated = useDraftValue(({ state }) => readAt(state.document.identity, scale.path));
  return (
    <>
      <Radar axes={axesOf(scale, stated as Partial<Record<string, number>>)} className="mx-auto w-full max-w-88">
        {scale.keys.map((key, place) => (
          <Corner key={key} scale={scale} name={key} place={place} />
        ))}
      </Radar>
      <p className="mt-2 text-center text-[0.8125rem] text-muted">Drag a corner, or use the sliders.</p>
    </>
  );
}

/** One of nothing stands near the middle, where it can be told from its neighbours. */
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
