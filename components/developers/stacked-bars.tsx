import { type ReactNode, useId } from "react";

/** `hatched` distinguishes neighbouring parts without colour. */
export type Series = { name: string; tone: "success" | "danger" | "warning" | "neutral"; hatched?: boolean };

/** `values` has one value per series, from the bottom up. */
export type Bar = { key: string; name: string; values: readonly number[] };

const fills = { success: "fill-success", danger: "fill-danger", warning: "fill-warning", neutral: "fill-faint" };
const inks = { success: "text-success", danger: "text-danger", warning: "text-warning", neutral: "text-faint" };

/** Share of a bar's slot that it fills. */
const FILLED = 0.72;
/** Keeps small values visible. */
const MIN_PX = 2;

type StackedBarsProps = {
  summary: string;
  bars: readonly Bar[];
  series: readonly Series[];
  max: number;
  heightPx: number;
  children?: ReactNode;
};

function Hatch({ id, tone }: { id: string; tone: Series["tone"] }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className="fill-surface" />
      <rect width="3.5" height="6" className={fills[tone]} />
    </pattern>
  );
}

/** A stacked bar chart. Screen readers get `summary` only, so show the numbers in a table as well. */
export function StackedBars({ summary, bars, series, max, heightPx, children }: StackedBarsProps) {
  const id = useId();
  const pitch = 100 / Math.max(1, bars.length);
  return (
    <svg role="img" aria-label={summary} width="100%" height={heightPx} className="block overflow-visible">
      <defs>
        {series.map(({ name, tone, hatched }, index) =>
          hatched ? <Hatch key={name} id={`${id}-${index}`} tone={tone} /> : null,
        )}
      </defs>
      <line x1="0" x2="100%" y1={heightPx} y2={heightPx} className="stroke-line" />
      {bars.map((bar, place) => {
        let top = heightPx;
        return (
          <g key={bar.key}>
            <title>{`${bar.name}: ${series.map(({ name }, index) => `${bar.values[index] ?? 0} ${name}`).join(", ")}`}</title>
            <rect x={`${place * pitch}%`} width={`${pitch}%`} height={heightPx} className="fill-transparent" />
            {series.map(({ name, tone, hatched }, index) => {
              const value = bar.values[index] ?? 0;
              if (value <= 0) return null;
              const height = Math.max(MIN_PX, (value / max) * heightPx);
              top -= height;
              return (
                <rect
                  key={name}
                  x={`${(place + (1 - FILLED) / 2) * pitch}%`}
                  width={`${FILLED * pitch}%`}
                  y={top}
                  height={height}
                  rx="1.5"
                  className={hatched ? undefined : fills[tone]}
                  fill={hatched ? `url(#${id}-${index})` : undefined}
                />
              );
            })}
          </g>
        );
      })}
      {children}
    </svg>
  );
}

export function Legend({ series, children }: { series: readonly Series[]; children?: ReactNode }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
      {series.map(({ name, tone, hatched = false }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={`size-2.5 rounded-xs ${inks[tone]} ${
              hatched
                ? "bg-[repeating-linear-gradient(45deg,currentColor_0_2px,transparent_2px_4px)] ring-1 ring-current"
                : "bg-current"
            }`}
          />
          {name}
        </li>
      ))}
      {children}
    </ul>
  );
}
