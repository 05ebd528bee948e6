import type { ReactNode } from "react";
import { words } from "@/components/diff/value-text";
import { PERSONALITY_DIMENSIONS } from "@/lib/contract";
import { MAX, pointAt, RADIUS } from "./radar-geometry";

export type Dimension = (typeof PERSONALITY_DIMENSIONS)[number];
type Dimensions = Partial<Record<Dimension, number>>;

const RINGS = [1, 2, 3, 4, 5];

const outline = (levelOf: (dimension: Dimension) => number) =>
  PERSONALITY_DIMENSIONS.map((dimension, axis) => pointAt(axis, levelOf(dimension)).join(",")).join(" ");

type DimensionRadarProps = {
  dimensions: Dimensions;
  className?: string;
  /** What is drawn over it, in its coordinates. */
  children?: ReactNode;
};

/** The five dimensions as a shape. Decoration for the eye: the numbers beside it say the same to everybody. */
export function DimensionRadar({ dimensions, className, children }: DimensionRadarProps) {
  return (
    <svg viewBox="-186 -118 372 236" aria-hidden="true" className={className}>
      {RINGS.map((ring) => (
        <polygon key={ring} points={outline(() => ring)} className="fill-none stroke-line" strokeWidth={1} />
      ))}
      {PERSONALITY_DIMENSIONS.map((dimension, axis) => {
        const [x, y] = pointAt(axis, MAX);
        return <line key={dimension} x2={x} y2={y} className="stroke-line" strokeWidth={1} />;
      })}
      <polygon
        points={outline((dimension) => dimensions[dimension] ?? 0)}
        strokeLinejoin="round"
        strokeWidth={1.75}
        className="fill-ink/10 stroke-ink"
      />
      {PERSONALITY_DIMENSIONS.map((dimension, axis) => {
        const [x, y] = pointAt(axis, dimensions[dimension] ?? 0);
        const [textX, textY] = pointAt(axis, MAX, RADIUS + 14);
        const set = dimensions[dimension] !== undefined;
        return (
          <g key={dimension}>
            {set ? <circle cx={x} cy={y} r={3} className="fill-ink" /> : null}
            <text
              x={textX}
              y={textY}
              textAnchor={Math.abs(textX) < 1 ? "middle" : textX > 0 ? "start" : "end"}
              dominantBaseline="middle"
              className="fill-muted text-[0.6875rem]"
            >
              {words(dimension)}
            </text>
          </g>
        );
      })}
      {children}
    </svg>
  );
}
