import type { z } from "zod";
import { FOUNDATION_GROUPS, type FoundationGroup, type Foundations, SLUG_PATTERN } from "@/lib/contract";
import type { StoredEasing, StoredFoundations, StoredShadowLayer, StoredTokenColor } from "../document/foundations";
import { FOUNDATION_LIMITS } from "../document/words";
import { channels, GROUP_NAMES, type TokenValue, tokensOf, tokenText, toMs } from "./tokens";

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
