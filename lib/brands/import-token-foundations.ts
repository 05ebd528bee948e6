import { FOUNDATION_LIMITS, GROUP_NAMES, StoredFoundations } from "@/lib/content";
import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import { counted } from "@/lib/platform/text";
import type { DesignToken } from "./flatten-tokens";
import { isRecord } from "./imported-brand";
import { readTranslucentColor } from "./read-token-color";

/** Only a dimension's name says what it is for. These words are dropped from it. */
const GROUP_WORDS: Readonly<Record<FoundationGroup, RegExp>> = {
  spacing: /^(?:spac(?:e|es|ing|ings)|gaps?|paddings?|margins?|gutters?|insets?)$/i,
  radius: /^(?:border-?)?(?:radius|radii|rounded|corners?)$/i,
  border: /^(?:borders?|strokes?)$/i,
  shadow: /^(?:box-?)?(?:shadows?|elevations?)$/i,
  duration: /^(?:durations?|motion|times?)$/i,
  easing: /^(?:easings?|curves?|motion)$/i,
  transition: /^(?:transitions?|motion)$/i,
};

/** Spacing within text isn't layout spacing. */
const OF_TEXT = /^(?:letters?|lines?|paragraphs?|words?)$/;

/** `["layout", "gutter", "wide"]` for `layout.gutterWide`. */
const wordsOfPath = (path: readonly string[]): string[] =>
  path.flatMap((key) =>
    key
      .replace(/([a-z\d])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter(Boolean),
  );

export function lengthOfName(path: readonly string[]): "radius" | "spacing" | null {
  const words = wordsOfPath(path);
  const said = [...path, ...words];
  if (said.some((word) => GROUP_WORDS.radius.test(word))) return "radius";
  return said.some((word) => GROUP_WORDS.spacing.test(word)) && !words.some((word) => OF_TEXT.test(word))
    ? "spacing"
    : null;
}

/** `sm` for `spacing.sm`, `card-large` for `radius.card.large`. */
function nameInGroup(path: readonly string[], group: FoundationGroup): string {
  const head = path.findLastIndex((key) => GROUP_WORDS[group].test(key));
  const rest = wordsOfPath(path.slice(head + 1));
  return (rest.length > 0 ? rest : wordsOfPath(path)).join("-");
}

type Follow = (value: unknown) => unknown;

const QUANTITY = /^(-?\d{1,6}(?:\.\d{1,6})?)(px|rem|ms|s)?$/;

/** Numbers without a unit are pixels or milliseconds in Figma's and Tokens Studio's files. */
function quantity(value: unknown, noUnit: "px" | "ms"): unknown {
  const parts = typeof value === "string" ? QUANTITY.exec(value.trim()) : null;
  const number = parts ? Number(parts[1]) : value;
  if (typeof number !== "number") return value;
  const unit = parts?.[2] ?? (noUnit === "px" || number === 0 ? noUnit : undefined);
  return unit ? { value: number, unit } : value;
}

const length = (value: unknown) => quantity(value, "px");
const duration = (value: unknown) => quantity(value, "ms");

const FADED = /^rgba\(\s*(\{[^{}]+\}|#[\da-f]{3,8})\s*,\s*(0|1|0?\.\d{1,6})\s*\)$/i;

/** Also reads Tokens Studio's faded colours: `rgba({color.ink}, 0.2)`. */
function readShadeColor(value: unknown, follow: Follow) {
  const [, color, alpha] = (typeof value === "string" && FADED.exec(value.slice(0, 200).trim())) || [];
  if (color === undefined) return readTranslucentColor(value);
  const full = readTranslucentColor(follow(color));
  return full && { ...full, alpha: Number(alpha) };
}

function layer(value: unknown, follow: Follow): unknown {
  if (!isRecord(value)) return null;
  const { color, blur, spread = 0 } = value;
  // Tokens Studio's names are `x`, `y` and `type`.
  const { offsetX = value.x, offsetY = value.y, inset = value.type === "innerShadow" } = value;
  return {
    color: readShadeColor(color, follow),
    offsetX: length(offsetX),
    offsetY: length(offsetY),
    blur: length(blur),
    spread: length(spread),
    inset,
  };
}

/** The group's schema validates the result. */
const STORED: Record<FoundationGroup, (value: unknown, follow: Follow) => unknown> = {
  spacing: length,
  radius: length,
  border: (value, follow) =>
    isRecord(value) && {
      color: readShadeColor(value.color, follow),
      width: length(value.width),
      style: value.style,
    },
  shadow: (value, follow) => (Array.isArray(value) ? value.slice(0, 20) : [value]).map((one) => layer(one, follow)),
  duration,
  easing: (value) =>
    (typeof value === "string" && /^cubic-bezier\(([^()]{7,80})\)$/.exec(value.trim())?.[1]?.split(",").map(Number)) ||
    value,
  transition: (value) =>
    isRecord(value) && {
      duration: duration(value.duration),
      delay: duration(value.delay ?? 0),
      timingFunction: value.timingFunction,
    },
};

const GROUP_OF_TYPE = new Map<string, FoundationGroup>(
  Object.entries({
    border: "border",
    shadow: "shadow",
    duration: "duration",
    cubicBezier: "easing",
    transition: "transition",
  } as const),
);

const groupOf = ({ type, path, length }: DesignToken): FoundationGroup | null =>
  type === "dimension" ? (length ?? lengthOfName(path)) : (GROUP_OF_TYPE.get(type ?? "") ?? null);

/** `told` holds tokens that sentences already mention. */
interface TokenFoundations {
  foundations: StoredFoundations | undefined;
  seen: ReadonlySet<DesignToken>;
}

function refusals(refused: readonly { group: FoundationGroup; why: "name" | "room" | "value" }[]): string[] {
  const counts = new Map<string, number>();
  for (const { group, why } of refused) counts.set(`${group} ${why}`, (counts.get(`${group} ${why}`) ?? 0) + 1);
  return [...counts].map(([key, count]) => {
    const [group = "", why] = key.split(" ");
    const isLength = group === "spacing" || group === "radius";
    const value = count === 1 ? "its value isn’t" : "their values aren’t";
    const reason =
      why === "name"
        ? "another one has the same name."
        : why === "room"
          ? `a brand can have ${FOUNDATION_LIMITS.tokens} of each kind.`
          : `${value} supported${isLength ? ", use px or rem" : ""}.`;
    return `${counted(count, `${group} token`)}: ${reason}`;
  });
}

/**
 * A dimension is a spacing or radius if its name or file says so. Reports what the hub can't hold, such as other
 * units.
 */
export function importTokenFoundations(
  tokens: readonly DesignToken[],
  taken: string[],
  left: string[],
): TokenFoundations {
  const valueAt = new Map(tokens.map(({ path, value }) => [`{${path.join(".")}}`, value]));
  const follow: Follow = (value) => (typeof value === "string" ? (valueAt.get(value.trim()) ?? value) : value);
  const foundations: StoredFoundations = {};
  let used = 0;
  const seen = new Set<DesignToken>();
  const refused: Parameters<typeof refusals>[0][number][] = [];
  for (const token of tokens) {
    const group = groupOf(token);
    if (!group) continue;
    seen.add(token);
    const name = nameInGroup(token.path, group);
    const before: Record<string, unknown> = foundations[group] ?? {};
    if (Object.hasOwn(before, name)) {
      refused.push({ group, why: "name" });
      continue;
    }
    const { shape } = StoredFoundations;
    const stored = STORED[group](token.value, follow);
    const parsed = shape[group].safeParse({ ...before, [name]: stored });
    if (parsed.success) {
      Object.assign(foundations, { [group]: parsed.data });
      used += 1;
    } else refused.push({ group, why: shape[group].safeParse({ [name]: stored }).success ? "room" : "value" });
  }
  left.push(...refusals(refused));
  if (used === 0) return { foundations: undefined, seen };
  const groups = FOUNDATION_GROUPS.filter((group) => foundations[group]).map((group) =>
    GROUP_NAMES[group].toLowerCase(),
  );
  taken.push(`${counted(used, "token")} of the foundations: ${groups.join(", ")}.`);
  return { foundations, seen };
}

const MAX_READ = 10 * FOUNDATION_LIMITS.tokens;

/** Reduces published colours to their hex. The depth is bounded, because no known value is deeper. */
function stored(value: unknown, depth = 0): unknown {
  if (depth > 4) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_READ).map((entry) => stored(entry, depth + 1));
  if (!isRecord(value)) return value;
  if ("colorSpace" in value) return { hex: value.hex, alpha: value.alpha ?? 1 };
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, stored(entry, depth + 1)]));
}

export function importFoundations(
  root: Record<string, unknown>,
  taken: string[],
  left: string[],
): StoredFoundations | undefined {
  const given = isRecord(root.foundations) ? root.foundations : {};
  const foundations: StoredFoundations = {};
  let [count, refused] = [0, 0];
  for (const group of FOUNDATION_GROUPS) {
    const tokens = isRecord(given[group]) ? Object.entries(given[group]) : [];
    const schema = StoredFoundations.shape[group];
    let kept: Record<string, unknown> = {};
    for (const [name, token] of tokens.slice(0, MAX_READ)) {
      const next = { ...kept, [name]: isRecord(token) ? stored(token.$value) : null };
      if (schema.safeParse(next).success) kept = next;
    }
    const size = Object.keys(kept).length;
    if (size > 0) Object.assign(foundations, { [group]: kept });
    count += size;
    refused += tokens.length - size;
  }
  if (count > 0) taken.push(`${counted(count, "token")} of the foundations.`);
  if (refused > 0) left.push(`${counted(refused, "token")} of the foundations: invalid or too many.`);
  return count > 0 ? foundations : undefined;
}
