"use client";

import { ImageOff } from "lucide-react";
import { useId, useState } from "react";
import { Skeleton } from "@/components/ui/loading";
import type { ClearSpace, LogoEntry } from "@/lib/content";

/** Sketched clear space for rules that can't be measured, as a share of the shorter side. */
const SKETCHED_SHARE = 0.25;

type LogoFigureProps = {
  item: LogoEntry;
  src: string | null;
  /** The accessible name. Null when adjacent text has it. */
  name: string | null;
  /** Drawn around the logo. Null draws the logo alone. */
  clearSpace: ClearSpace | null;
};

function marginOf(
  space: ClearSpace | null,
  { width, height }: { width: number; height: number },
  minWidthPx: number,
): number {
  switch (space?.kind) {
    case "share":
      return space.share * (space.of === "height" ? height : width);
    case "pixels":
      return (space.pixels * width) / (minWidthPx || width);
    case "described":
      return SKETCHED_SHARE * Math.min(width, height);
    default:
      return 0;
  }
}

export function LogoFigure({ item, src, name, clearSpace }: LogoFigureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const hatch = useId();
  if (!src) return <Skeleton className="size-full" />;
  if (broken === src)
    return (
      <ImageOff
        role="img"
        aria-label={name ? `${name} can’t be shown` : "can’t be shown"}
        className="m-auto size-6 opacity-70"
      />
    );
  const width = item.file.width ?? 100;
  const height = item.file.height ?? 100;
  const margin = marginOf(clearSpace, { width, height }, item.min_width_px);
  const edge = margin + 0.01 * Math.max(width, height);
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  const spacing = Math.max(outerWidth, outerHeight) / 48;
  return (
    <svg
      role="img"
      aria-label={name ?? undefined}
      aria-hidden={name === null}
      viewBox={[-edge, -edge, width + 2 * edge, height + 2 * edge].join(" ")}
      className="size-full overflow-visible"
    >
      <image href={src} width={width} height={height} onError={() => setBroken(src)} />
      {clearSpace ? (
        <g fill="none" stroke="currentColor" strokeOpacity={0.75} vectorEffect="non-scaling-stroke">
          <defs>
            <pattern
              id={hatch}
              width={spacing}
              height={spacing}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line x1="0" y1="0" x2="0" y2={spacing} strokeWidth={spacing / 8} strokeOpacity={0.6} />
            </pattern>
          </defs>
          <rect width={width} height={height} strokeDasharray="2 2" vectorEffect="non-scaling-stroke" />
          {margin > 0 ? (
            <>
              <path
                fillRule="evenodd"
                stroke="none"
                fill={`url(#${hatch})`}
                d={`M${-margin} ${-margin}h${outerWidth}v${outerHeight}h${-outerWidth}zM0 0h${width}v${height}h${-width}z`}
              />
              <rect
                x={-margin}
                y={-margin}
                width={outerWidth}
                height={outerHeight}
                strokeDasharray={clearSpace.kind === "described" ? "6 4" : undefined}
                vectorEffect="non-scaling-stroke"
              />
            </>
          ) : null}
        </g>
      ) : null}
    </svg>
  );
}
