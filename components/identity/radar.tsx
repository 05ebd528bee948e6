import type { ReactNode } from "react";
import { LEVELS, MAX, pointAt, RADIUS } from "./radar-geometry";

/** One line from the middle of a radar, with the step that is reached on it; undefined while nothing is said. */
export interface RadarAxis {
  key: string;
  label: string;
  level: number | undefined;
}

type RadarProps = {
  /** Three or more, the first straight up. */
  axes: readonly RadarAxis[];
  className?: string;
  /** What is drawn over it, in its coordinates. */
  children?: ReactNode;
};

/** Steps on several axes as a shape. Decoration for the eye: the words beside it say the same to everybody. */
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
