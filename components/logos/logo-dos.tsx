"use client";

import { Check, ImageOff, X } from "lucide-react";
import { type CSSProperties, type ReactNode, useId, useState } from "react";
import { FilePicture } from "@/components/files/file-picture";
import { ContentText } from "@/components/ui/content-text";
import { Skeleton } from "@/components/ui/loading";
import { cx } from "@/components/ui/styles";
import {
  type BackgroundOption,
  type ClearSpace,
  type ForbiddenAct,
  forbiddenActs,
  type LogoEntry,
  type SmallestSize,
  smallestSizes,
} from "@/lib/content";
import type { ShownLogo } from "./variant-labels";

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

const PX_PER_INCH = 96;

type MinimumSizeProps = { logo: ShownLogo; ground: BackgroundOption };

function MinimumSize({ logo, ground }: MinimumSizeProps) {
  const sizes = smallestSizes(logo.item);
  if (sizes.length === 0) return <p className="text-[0.8125rem] text-muted">No minimum width set.</p>;
  return sizes.map((size) => <AtItsSmallest key={size.unit} logo={logo} ground={ground} size={size} />);
}

function AtItsSmallest({ logo: { item, src }, ground, size }: MinimumSizeProps & { size: SmallestSize }) {
  const width = size.inches * PX_PER_INCH;
  const printed = size.unit === "mm";
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <div
        className={cx(
          "flex min-h-16 flex-col items-start gap-2 overflow-clip rounded-lg border border-line p-4",
          ground.dark ? "text-white" : "text-black",
        )}
        style={{ background: ground.hex }}
      >
        <svg aria-hidden="true" width={width} height="9" className="shrink-0 overflow-visible" stroke="currentColor">
          <path d={`M.5 0v9M${width - 0.5} 0v9M.5 4.5H${width - 0.5}`} />
        </svg>
        <FilePicture
          src={src}
          file={item.file}
          alt={`${item.label} at its smallest${printed ? " in print" : ""}`}
          className="h-auto max-w-none shrink-0"
          style={{ width }}
        />
      </div>
      <figcaption className="text-[0.8125rem] text-muted">
        {printed
          ? `Minimum width in print: ${size.value} mm (actual size at 96 dpi)`
          : `Minimum width: ${size.value} px (actual size)`}
      </figcaption>
    </figure>
  );
}

const ACTS: Record<ForbiddenAct, { name: string; look: CSSProperties }> = {
  stretch: { name: "stretched", look: { transform: "scale(1.25, 0.6)" } },
  rotate: { name: "rotated", look: { transform: "rotate(-18deg)" } },
  mirror: { name: "mirrored", look: { transform: "scaleX(-1)" } },
  // The filter also tints black, white and grey.
  recolour: { name: "recoloured", look: { filter: "invert(0.4) sepia(1) saturate(9) hue-rotate(250deg)" } },
  effect: { name: "with effects", look: { filter: "drop-shadow(0 5px 3px #777) drop-shadow(0 0 6px #f0f)" } },
  busy: {
    name: "on a busy background",
    look: { background: "repeating-conic-gradient(#c2410c 0 9deg, #facc15 0 18deg, #0f766e 0 27deg, #1d4ed8 0 36deg)" },
  },
};

type LogoDosProps = {
  logo: ShownLogo;
  rules: readonly string[];
  stated: { allowed: readonly BackgroundOption[]; forbidden: readonly BackgroundOption[] };
  /** The background for drawings that aren't about backgrounds. */
  ground: BackgroundOption;
};

/** Draws the rules of a logo as pictures. Shows only what the rules state. */
export function LogoDos({ logo, rules, stated, ground }: LogoDosProps) {
  const { item, src, clearSpace } = logo;
  const draw = (name: string, space: ShownLogo["clearSpace"] | null = null) => (
    <LogoFigure item={item} src={src} name={`${item.label}, ${name}`} clearSpace={space} />
  );
  const acts = forbiddenActs(rules);
  const drawsNone = clearSpace.kind === "none" && stated.allowed.length + stated.forbidden.length + acts.length === 0;
  return (
    <section aria-label="Do’s and don’ts" className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">Do’s and don’ts</h3>
      {drawsNone ? <p className="text-muted">No rules to draw yet.</p> : null}
      <ul className="grid grid-cols-2 gap-3">
        {clearSpace.kind === "none" ? null : (
          <Drawn good ground={ground} caption="Keep this space clear">
            {draw("with its clear space", clearSpace)}
          </Drawn>
        )}
        {stated.allowed.map((one) => (
          <Drawn key={one.id} good ground={one} caption={onGround(one)}>
            {draw(`allowed on ${one.name}`)}
          </Drawn>
        ))}
        {stated.forbidden.map((one) => (
          <Drawn key={one.id} ground={one} caption={onGround(one)}>
            {draw(`not on ${one.name}`)}
          </Drawn>
        ))}
        {acts.map(({ act, rule }) => (
          <Drawn key={act} ground={ground} caption={<ContentText>{rule}</ContentText>}>
            <div className="size-full" style={ACTS[act].look}>
              {draw(`not ${ACTS[act].name}`)}
            </div>
          </Drawn>
        ))}
      </ul>
      <MinimumSize logo={logo} ground={ground} />
      {rules.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 text-muted">
          {rules.map((rule) => (
            <ContentText as="li" key={rule} className="ms-5">
              {rule}
            </ContentText>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const onGround = ({ name }: BackgroundOption) => (
  <>
    On <ContentText>{name}</ContentText>
  </>
);

type DrawnProps = { good?: boolean; ground: BackgroundOption; caption: ReactNode; children: ReactNode };

function Drawn({ good = false, ground, caption, children }: DrawnProps) {
  const Icon = good ? Check : X;
  return (
    <li className="min-w-0">
      <figure className="flex min-w-0 flex-col gap-1.5">
        <div
          className={cx(
            "flex h-28 items-center justify-center overflow-clip rounded-lg border border-line p-5",
            ground.dark ? "text-white" : "text-black",
          )}
          style={{ background: ground.hex }}
        >
          {children}
        </div>
        <figcaption className="flex gap-1.5 text-[0.8125rem]">
          <Icon
            role="img"
            aria-label={good ? "Do" : "Don’t"}
            className={cx("mt-0.5 size-3.5 shrink-0", good ? "text-success" : "text-danger")}
          />
          <span className="min-w-0">{caption}</span>
        </figcaption>
      </figure>
    </li>
  );
}
