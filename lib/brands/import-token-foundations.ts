import { StoredFoundations } from "@/lib/brand-document";
import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import { GROUP_NAMES } from "@/lib/foundations";
import type { DesignToken } from "./flatten-tokens";
import { counted, isRecord } from "./imported-brand";
import { readTranslucentColor } from "./read-token-color";

/** A value with its references to other tokens followed. */
type Follow = (value: unknown) => unknown;

const QUANTITY = /^(-?\d{1,6}(?:\.\d{1,6})?)(px|rem|ms|s)$/;

/** A length or a duration, as an object or as older files write it; 0 needs no unit. */
function quantity(value: unknown, noUnit: "px" | "ms"): unknown {
  if (value === 0 || value === "0") return { value: 0, unit: noUnit };
  const parts = typeof value === "string" ? QUANTITY.exec(value.trim()) : null;
  return parts ? { value: Number(parts[1]), unit: parts[2] } : value;
}

const length = (value: unknown) => quantity(value, "px");
const duration = (value: unknown) => quantity(value, "ms");

function layer(value: unknown, follow: Follow): unknown {
  if (!isRecord(value)) return null;
  const { color, offsetX, offsetY, blur, spread = 0, inset = false } = value;
  return {
    color: readTranslucentColor(follow(color)),
    offsetX: length(follow(offsetX)),
    offsetY: length(follow(offsetY)),
    blur: length(follow(blur)),
    spread: length(follow(spread)),
    inset,
  };
}

/** A value of the format as the hub stores it, for the group's schema to judge. */
const STORED: Record<FoundationGroup, (value: unknown, follow: Follow) => unknown> = {
  spacing: length,
  radius: length,
  border: (value, follow) =>
    isRecord(value) && {
      color: readTranslucentColor(follow(value.color)),
      width: length(follow(value.width)),
      style: follow(value.style),
    },
  shadow: (value, follow) => (Array.isArray(value) ? value.slice(0, 20) : [value]).map((one) => layer(one, follow)),
  duration,
  easing: (value) => value,
  transition: (value, follow) =>
    isRecord(value) && {
      duration: duration(follow(value.duration)),
      delay: duration(follow(value.delay ?? 0)),
      timingFunction: follow(value.timingFunction),
    },
};

const GROUP_OF_TYPE: Readonly<Record<string, FoundationGroup>> = {
  border: "border",
  shadow: "shadow",
  duration: "duration",
  cubicBezier: "easing",
  transition: "transition",
};

/** What a dimension is for is said by its name alone; and these words at its head are not repeated in the name that it gets. */
const GROUP_WORDS: Readonly<Record<FoundationGroup, RegExp>> = {
  spacing: /^(?:spac(?:e|es|ing|ings)|gaps?|paddings?|margins?|gutters?|insets?)$/i,
  radius: /^(?:border-?)?(?:radius|radii|rounded|corners?)$/i,
  border: /^(?:borders?|strokes?)$/i,
  shadow: /^(?:box-?)?(?:shadows?|elevations?)$/i,
  duration: /^(?:durations?|motion|times?)$/i,
  easing: /^(?:easings?|curves?|motion)$/i,
  transition: /^(?:transitions?|motion)$/i,
};

const wordsOf = (path: readonly string[]): string[] =>
  path.flatMap((key) =>
    key
      .replace(/([a-z\d])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter(Boolean),
  );

function groupOf({ type, path }: DesignToken): FoundationGroup | null {
  if (type !== "dimension") return (type && GROUP_OF_TYPE[type]) || null;
  const said = [...path, ...wordsOf(path)];
  return (["radius", "spacing"] as const).find((group) => said.some((word) => GROUP_WORDS[group].test(word))) ?? null;
}

/** `sm` for `spacing.sm`, `card-large` for `radius.card.large`. */
function nameOf(path: readonly string[], group: FoundationGroup): string {
  const head = path.findLastIndex((key) => GROUP_WORDS[group].test(key));
  const rest = wordsOf(path.slice(head + 1));
  return (rest.length > 0 ? rest : wordsOf(path)).join("-");
}

/** What a file of design tokens gives for a brand's foundations, and which of its tokens that took. */
export interface TokenFoundations {
  foundations: StoredFoundations | undefined;
  used: ReadonlySet<DesignToken>;
}

/**
 * Spacing, radii, borders, shadows and motion among design tokens (DTCG, the drafts and 2025.10). A dimension is one of the first two where its
 * name says so. What the hub cannot hold, such as other units, stays where it was.
 */
export function importTokenFoundations(tokens: readonly DesignToken[], taken: string[]): TokenFoundations {
  const valueAt = new Map(tokens.map(({ path, value }) => [`{${path.join(".")}}`, value]));
  const follow: Follow = (value) => (typeof value === "string" ? (valueAt.get(value.trim()) ?? value) : value);
  const foundations: StoredFoundations = {};
  const used = new Set<DesignToken>();
  for (const token of tokens) {
    const group = groupOf(token);
    if (!group) continue;
    const name = nameOf(token.path, group);
    const before: Record<string, unknown> = foundations[group] ?? {};
    if (Object.hasOwn(before, name)) continue;
    const parsed = StoredFoundations.shape[group].safeParse({ ...before, [name]: STORED[group](token.value, follow) });
    if (!parsed.success) continue;
    Object.assign(foundations, { [group]: parsed.data });
    used.add(token);
  }
  if (used.size === 0) return { foundations: undefined, used };
  const groups = FOUNDATION_GROUPS.filter((group) => foundations[group]).map((group) =>
    GROUP_NAMES[group].toLowerCase(),
  );
  taken.push(`${counted(used.size, "token")} of the foundations: ${groups.join(", ")}.`);
  return { foundations, used };
}
