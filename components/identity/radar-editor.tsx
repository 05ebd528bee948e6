"use client";

import { type PointerEvent, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { cx } from "@/components/ui/cx";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { type Dimension, DimensionRadar } from "./dimension-radar";
import { levelAt, pointAt } from "./radar-geometry";
import { useIdentityValue } from "./use-identity-value";

/** The radar, with corners to drag from step to step. For pointers alone: sliders beside it do the same by keyboard. */
export function RadarEditor() {
  const dimensions = useDraftValue(({ state }) => state.document.identity.personality.dimensions);
  return (
    <>
      <DimensionRadar dimensions={dimensions ?? {}} className="mx-auto w-full max-w-88">
        {PERSONALITY_DIMENSIONS.map((dimension, axis) => (
          <Corner key={dimension} dimension={dimension} axis={axis} />
        ))}
      </DimensionRadar>
      <p className="mt-2 text-center text-[0.8125rem] text-muted">Drag a corner, or use the sliders.</p>
    </>
  );
}

/** One of nothing stands near the middle, where it can be told from its neighbours. */
const UNSET_AT = 0.6;

function Corner({ dimension, axis }: { dimension: Dimension; axis: number }) {
  const { value, setValue } = useIdentityValue(["personality", "dimensions", dimension]);
  const [held, setHeld] = useState(false);
  const set = typeof value === "number";
  const [x, y] = pointAt(axis, set ? value : UNSET_AT);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<SVGCircleElement>) => {
    const matrix = currentTarget.ownerSVGElement?.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const level = levelAt(axis, at.x, at.y);
    if (level !== value) setValue(level);
  };
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={held ? 7 : 5}
        strokeWidth={1.75}
        className={cx("stroke-ink", set ? "fill-surface" : "fill-surface [stroke-dasharray:2_2]")}
      />
      <circle
        data-corner={dimension}
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
