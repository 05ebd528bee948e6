import type { ReactNode } from "react";
import { words } from "@/components/diff/value-text";
import { PERSONALITY_DIMENSIONS, TONE_AXES } from "@/lib/contract";
import type { IdentityPath } from "./identity-text";

export const RADIUS = 92;
const LEVELS = [1, 2, 3, 4, 5] as const;
const MIN = 1;
export const MAX = 5;

interface Place {
  place: number;
  count: number;
}

const angleOf = ({ place, count }: Place): number => (place / count) * 2 * Math.PI - Math.PI / 2;

/** Returns the point of a value on an axis. The first axis points up. */
export function pointAt(axis: Place, value: number, reach = RADIUS): [x: number, y: number] {
  const angle = angleOf(axis);
  const distance = (value / MAX) * reach;
  // Rounded so that server and browser render the same text.
  return [Math.round(Math.cos(angle) * distance * 100) / 100, Math.round(Math.sin(angle) * distance * 100) / 100];
}

/** Returns the step from 1 to 5 on an axis nearest to a point. */
export function levelAt(axis: Place, x: number, y: number): number {
  const angle = angleOf(axis);
  const along = (x * Math.cos(angle) + y * Math.sin(angle)) / RADIUS;
  return Math.min(MAX, Math.max(MIN, Math.round(along * MAX)));
}

interface RadarAxis {
  key: string;
  label: string;
  level: number | undefined;
}

type RadarProps = {
  /** Three or more. The first points up. */
  axes: readonly RadarAxis[];
  className?: string;
  /** SVG drawn on top, in the radar's coordinates. */
  children?: ReactNode;
};

/** Draws steps on several axes as a shape. Decorative: the text next to it says the same. */
export function Radar({ axes, className, children }: RadarProps) {
  const count = axes.length;
  const outline = (levelOf: (axis: RadarAxis) => number) =>
    axes.map((axis, place) => pointAt({ place, count }, levelOf(axis)).join(",")).join(" ");
  return (
    <svg viewBox="-186 -118 372 236" aria-hidden="true" className={className}>
      {LEVELS.map((ring) => (
        <polygon key={ring} points={outline(() => ring)} className="fill-none stroke-line" strokeWidth={1} />
      ))}
      {axes.map(({ key }, place) => {
        const [x, y] = pointAt({ place, count }, MAX);
        return <line key={key} x2={x} y2={y} className="stroke-line" strokeWidth={1} />;
      })}
      <polygon
        points={outline(({ level }) => level ?? 0)}
        strokeLinejoin="round"
        strokeWidth={1.75}
        className="fill-accent/15 stroke-accent"
      />
      {axes.map(({ key, label, level }, place) => {
        const [x, y] = pointAt({ place, count }, level ?? 0);
        const [textX, textY] = pointAt({ place, count }, MAX, RADIUS + 14);
        return (
          <g key={key}>
            {level === undefined ? null : <circle cx={x} cy={y} r={3} className="fill-accent" />}
            <text
              x={textX}
              y={textY}
              textAnchor={Math.abs(textX) < 1 ? "middle" : textX > 0 ? "start" : "end"}
              dominantBaseline="middle"
              className="fill-muted text-[0.6875rem]"
            >
              {label}
            </text>
          </g>
        );
      })}
      {children}
    </svg>
  );
}

export interface RadarScale {
  path: IdentityPath;
  keys: readonly string[];
  /** Added to a stored value so that the lowest is 1. */
  shift: number;
}

export const DIMENSIONS: RadarScale = { path: ["personality", "dimensions"], keys: PERSONALITY_DIMENSIONS, shift: 0 };
/** From −2 (one word of the pair, at the centre) to 2 (the other, at the edge). */
export const TONE: RadarScale = { path: ["persona", "tone"], keys: TONE_AXES, shift: 3 };

export const axesOf = ({ keys, shift }: RadarScale, stated: Partial<Record<string, number>> = {}): RadarAxis[] =>
  keys.map((key) => {
    const value = stated[key];
    return { key, label: words(key), level: value === undefined ? undefined : value + shift };
  });
