import type { z } from "zod";
import { FOUNDATION_GROUPS, type FoundationGroup, type Foundations, SLUG_PATTERN } from "@/lib/contract";
import type {
  StoredBorder,
  StoredDuration,
  StoredEasing,
  StoredFoundations,
  StoredLength,
  StoredShadowLayer,
  StoredTokenColor,
} from "../document/foundations";
import { FOUNDATION_LIMITS } from "../document/words";

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

export function whyNotName(foundations: StoredFoundations, group: FoundationGroup, name: string): string | null {
  if (!SLUG_PATTERN.test(name)) return "Use lower-case words and digits joined by single hyphens, such as card-raised.";
  if (name.length > FOUNDATION_LIMITS.name) return `At most ${FOUNDATION_LIMITS.name} characters.`;
  return Object.hasOwn(foundations[group] ?? {}, name) ? "This name is already used." : null;
}

export const whyNoMoreTokens = (foundations: StoredFoundations, group: FoundationGroup): string | null =>
  Object.keys(foundations[group] ?? {}).length >= FOUNDATION_LIMITS.tokens
    ? `A group has at most ${FOUNDATION_LIMITS.tokens} tokens.`
    : null;

/** Null removes the token. Removing the last one removes the group. */
export function setToken<Group extends FoundationGroup>(
  foundations: StoredFoundations,
  group: Group,
  name: string,
  value: TokenValue<Group> | null,
): StoredFoundations {
  const { [group]: old, ...others } = foundations;
  const { [name]: _, ...rest } = (old ?? {}) as Record<string, TokenValue<Group>>;
  const tokens = value === null ? rest : { ...rest, [name]: value };
  return Object.keys(tokens).length > 0 ? { ...others, [group]: tokens } : others;
}

export function renameToken(
  foundations: StoredFoundations,
  group: FoundationGroup,
  from: string,
  to: string,
): StoredFoundations {
  const value = (foundations[group] as Record<string, TokenValue<typeof group>> | undefined)?.[from];
  return value === undefined ? foundations : setToken(setToken(foundations, group, from, null), group, to, value);
}

export const withStartingTokens = (foundations: StoredFoundations, group: FoundationGroup): StoredFoundations => ({
  ...foundations,
  [group]: foundations[group] ?? startingTokens()[group],
});

const LONG_MS = 1000;

function sameValues(foundations: StoredFoundations, group: FoundationGroup): string[] {
  const names = new Map<string, string[]>();
  for (const [name, value] of tokensOf(foundations, group)) {
    const text = tokenText(group, value);
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  return [...names]
    .filter(([, same]) => same.length > 1)
    .map(([text, same]) => `${GROUP_NAMES[group]}: ${same.join(" and ")} have the same value, ${text}.`);
}

/** Equal values and slow motion. Warnings don't block publishing. */
export function foundationWarnings(foundations: StoredFoundations): string[] {
  const long = tokensOf(foundations, "transition")
    .filter(([, { duration, delay }]) => toMs(duration) + toMs(delay) > LONG_MS)
    .map(([name]) => `The transition ${name} takes more than a second.`);
  return [...FOUNDATION_GROUPS.flatMap((group) => sameValues(foundations, group)), ...long];
}

const TYPES = {
  spacing: "dimension",
  radius: "dimension",
  border: "border",
  shadow: "shadow",
  duration: "duration",
  easing: "cubicBezier",
  transition: "transition",
} as const satisfies Record<FoundationGroup, string>;

const round = (value: number) => Number(value.toFixed(4));

const colorOf = ({ hex, alpha }: StoredTokenColor) => ({
  colorSpace: "srgb" as const,
  components: channels(hex).map((channel) => round(channel / 255)),
  alpha,
  hex,
});

/** DTCG differs only in colours. */
function published(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(published);
  if (typeof value !== "object" || value === null) return value;
  if ("hex" in value) return colorOf(value as StoredTokenColor);
  // In a fixed order, because the database doesn't keep that of keys.
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, published(entry)]));
}

export function publishFoundations(foundations: StoredFoundations | undefined): {
  foundations?: z.input<typeof Foundations>;
} {
  if (!foundations) return {};
  const groups = (Object.keys(TYPES) as FoundationGroup[]).flatMap((group) => {
    const tokens = tokensOf(foundations, group).map(([name, value]) => [
      name,
      { $type: TYPES[group], $value: published(value) },
    ]);
    return tokens.length > 0 ? [[group, Object.fromEntries(tokens)]] : [];
  });
  return { foundations: Object.fromEntries(groups) as z.input<typeof Foundations> };
}

const px = (value: number) => ({ value, unit: "px" as const });
const ms = (value: number) => ({ value, unit: "ms" as const });
const shadow = (offset: number, blur: number, alpha: number): StoredShadowLayer => ({
  color: { hex: "#000000", alpha },
  offsetX: px(0),
  offsetY: px(offset),
  blur: px(blur),
  spread: px(0),
  inset: false,
});
const border = (width: number) => ({
  color: { hex: "#d4d4d8", alpha: 1 },
  width: px(width),
  style: "solid" as const,
});
const STANDARD: StoredEasing = [0.2, 0, 0, 1];
const ENTER: StoredEasing = [0, 0, 0, 1];
const EXIT: StoredEasing = [0.3, 0, 1, 1];
const transition = (duration: number, timingFunction: StoredEasing) => ({
  duration: ms(duration),
  delay: ms(0),
  timingFunction,
});

const startingTokens = (): Required<StoredFoundations> => ({
  spacing: { xs: px(4), sm: px(8), md: px(16), lg: px(24), xl: px(40), "2xl": px(64) },
  radius: { none: px(0), sm: px(4), md: px(8), lg: px(16), full: px(999) },
  border: { hairline: border(1), strong: border(2) },
  shadow: {
    low: [shadow(1, 2, 0.12)],
    mid: [shadow(4, 12, 0.14)],
    high: [shadow(12, 32, 0.18), shadow(2, 6, 0.1)],
  },
  duration: { quick: ms(120), normal: ms(220), slow: ms(400) },
  easing: { standard: STANDARD, enter: ENTER, exit: EXIT },
  transition: { enter: transition(220, ENTER), exit: transition(160, EXIT), move: transition(300, STANDARD) },
});

const FIRST: { [Group in FoundationGroup]: string } = {
  spacing: "md",
  radius: "md",
  border: "hairline",
  shadow: "low",
  duration: "normal",
  easing: "standard",
  transition: "move",
};

export const startingToken = <Group extends FoundationGroup>(group: Group): TokenValue<Group> =>
  (startingTokens()[group] as Record<string, TokenValue<Group>>)[FIRST[group]] as TokenValue<Group>;
