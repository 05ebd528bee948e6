import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import type {
  StoredBorder,
  StoredDuration,
  StoredEasing,
  StoredFoundations,
  StoredLength,
  StoredShadowLayer,
  StoredTokenColor,
} from "../document/foundations";

export type TokenValue<Group extends FoundationGroup> = NonNullable<StoredFoundations[Group]>[string];
type NamedToken<Group extends FoundationGroup> = [name: string, value: TokenValue<Group>];

/** The browsers' default. */
const REM_PX = 16;

export const toPx = ({ value, unit }: StoredLength): number => (unit === "rem" ? value * REM_PX : value);
export const toMs = ({ value, unit }: StoredDuration): number => (unit === "s" ? value * 1000 : value);

const SIZES: { [Group in FoundationGroup]: (value: TokenValue<Group>) => number } = {
  spacing: toPx,
  radius: toPx,
  border: ({ width }) => toPx(width),
  shadow: (layers) => Math.max(...layers.map(({ blur, offsetY }) => toPx(blur) + Math.abs(toPx(offsetY)))),
  duration: toMs,
  easing: () => 0,
  transition: ({ duration }) => toMs(duration),
};

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Sorted by size, because the database doesn't keep the order of names. */
export function tokensOf<Group extends FoundationGroup>(
  foundations: StoredFoundations | undefined,
  group: Group,
): NamedToken<Group>[] {
  const tokens = Object.entries(foundations?.[group] ?? {}) as NamedToken<Group>[];
  const size = SIZES[group];
  return tokens.sort(([a, one], [b, other]) => size(one) - size(other) || byText(a, b));
}

export const GROUP_NAMES: Readonly<Record<FoundationGroup, string>> = {
  spacing: "Spacing",
  radius: "Radius",
  border: "Borders",
  shadow: "Shadows",
  duration: "Durations",
  easing: "Easings",
  transition: "Transitions",
};

const number = (value: number): string => String(value).replace("-", "−");
const measure = ({ value, unit }: StoredLength | StoredDuration): string =>
  value === 0 ? "0" : `${number(value)} ${unit}`;
const color = ({ hex, alpha }: StoredTokenColor): string =>
  alpha === 1 ? hex : `${hex} at ${Number((alpha * 100).toFixed(1))} %`;
const curve = (points: readonly number[]): string => `along ${points.map(number).join(", ")}`;

const TEXTS: { [Group in FoundationGroup]: (value: TokenValue<Group>) => string } = {
  spacing: measure,
  radius: measure,
  border: (value) => `${measure(value.width)} ${value.style}, ${color(value.color)}`,
  shadow: (layers) =>
    layers
      .map(({ offsetX, offsetY, blur, spread, inset, ...layer }) =>
        [
          `x ${measure(offsetX)}, y ${measure(offsetY)}, blur ${measure(blur)}`,
          spread.value !== 0 && `spread ${measure(spread)}`,
          color(layer.color),
          inset && "inset",
        ]
          .filter(Boolean)
          .join(", "),
      )
      .join("; "),
  duration: measure,
  easing: curve,
  transition: ({ duration, delay, timingFunction }) =>
    [measure(duration), delay.value > 0 && `after ${measure(delay)}`, curve(timingFunction)].filter(Boolean).join(", "),
};

/** `8 px`, `1 px solid, #d4d4d8`, `200 ms, along 0.2, 0, 0, 1`. */
export const tokenText = <Group extends FoundationGroup>(group: Group, value: TokenValue<Group>): string =>
  TEXTS[group](value);

export const foundationsInWords = (foundations: StoredFoundations | undefined) =>
  FOUNDATION_GROUPS.map((group) => ({
    name: GROUP_NAMES[group],
    tokens: tokensOf(foundations, group).map(([name, value]) => ({ name, text: tokenText(group, value) })),
  })).filter(({ tokens }) => tokens.length > 0);

export const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

export const lengthCss = ({ value, unit }: StoredLength | StoredDuration): string => `${value}${unit}`;

/** `rgb(16 32 48 / 0.2)`, or hex if opaque. */
const colorCss = ({ hex, alpha }: StoredTokenColor): string =>
  alpha === 1 ? hex : `rgb(${channels(hex).join(" ")} / ${alpha})`;

export const borderCss = ({ width, style, color }: StoredBorder): string =>
  `${lengthCss(width)} ${style} ${colorCss(color)}`;

export const shadowCss = (layers: readonly StoredShadowLayer[]): string =>
  layers
    .map(({ offsetX, offsetY, blur, spread, color, inset }) =>
      [inset && "inset", ...[offsetX, offsetY, blur, spread].map(lengthCss), colorCss(color)].filter(Boolean).join(" "),
    )
    .join(", ");

export const easingCss = (points: StoredEasing): string => `cubic-bezier(${points.join(", ")})`;

const CSS: { [Group in FoundationGroup]: (value: TokenValue<Group>) => string } = {
  spacing: lengthCss,
  radius: lengthCss,
  border: borderCss,
  shadow: shadowCss,
  duration: lengthCss,
  easing: easingCss,
  transition: ({ duration, delay, timingFunction }) =>
    [lengthCss(duration), easingCss(timingFunction), delay.value > 0 && lengthCss(delay)].filter(Boolean).join(" "),
};

export const tokenCss = <Group extends FoundationGroup>(group: Group, value: TokenValue<Group>): string =>
  CSS[group](value);
