import { type Color, clampGamut, formatHex } from "culori";
import { parseHex, type StoredTokenColor } from "@/lib/content";
import { parseCssColor } from "@/lib/content/server";
import { COLOR_ROLES, type ColorRole } from "@/lib/contract";
import { isRecord } from "./imported-brand";

/** DTCG colour spaces (Color Module 2025.10, section 4.2) by culori's names. */
const SPACES: Record<string, { mode: string; channels: readonly [string, string, string]; divide?: boolean }> = {
  srgb: { mode: "rgb", channels: ["r", "g", "b"] },
  "srgb-linear": { mode: "lrgb", channels: ["r", "g", "b"] },
  "display-p3": { mode: "p3", channels: ["r", "g", "b"] },
  "a98-rgb": { mode: "a98", channels: ["r", "g", "b"] },
  "prophoto-rgb": { mode: "prophoto", channels: ["r", "g", "b"] },
  rec2020: { mode: "rec2020", channels: ["r", "g", "b"] },
  hsl: { mode: "hsl", channels: ["h", "s", "l"], divide: true },
  hwb: { mode: "hwb", channels: ["h", "w", "b"], divide: true },
  lab: { mode: "lab", channels: ["l", "a", "b"] },
  lch: { mode: "lch", channels: ["l", "c", "h"] },
  oklab: { mode: "oklab", channels: ["l", "a", "b"] },
  oklch: { mode: "oklch", channels: ["l", "c", "h"] },
  "xyz-d65": { mode: "xyz65", channels: ["x", "y", "z"] },
  "xyz-d50": { mode: "xyz50", channels: ["x", "y", "z"] },
};

/** `240 10% 3.9%`, as CSS themes write colours. */
export function hslOfChannels(text: string): string | null {
  const channels = text.trim();
  const isHsl = /^\d{1,3}(?:\.\d+)?(?:deg)?[ ,]+\d{1,3}(?:\.\d+)?%[ ,]+\d{1,3}(?:\.\d+)?%$/.test(channels);
  return isHsl ? `hsl(${channels})` : null;
}

const toSrgb = clampGamut("rgb");

function fromComponents(value: Record<string, unknown>): Color | undefined {
  const { colorSpace } = value;
  const space = typeof colorSpace === "string" && Object.hasOwn(SPACES, colorSpace) ? SPACES[colorSpace] : undefined;
  if (!space || !Array.isArray(value.components) || value.components.length !== 3) return undefined;
  const components = value.components.map((one) => (one === "none" ? 0 : one));
  if (!components.every((one) => typeof one === "number" && Number.isFinite(one))) return undefined;
  const channels = space.channels.map((channel, index) => {
    const component = components[index] as number;
    return [channel, space.divide && channel !== "h" ? component / 100 : component];
  });
  return { mode: space.mode, ...Object.fromEntries(channels) } as Color;
}

function read(value: unknown): { color: Color; alpha: unknown } | null {
  if (typeof value === "string") {
    const color = parseCssColor(value);
    return color ? { color, alpha: color.alpha } : null;
  }
  if (!isRecord(value)) return null;
  const fallback = typeof value.hex === "string" ? parseHex(value.hex) : null;
  const color = fallback ? parseCssColor(fallback) : fromComponents(value);
  return color ? { color, alpha: value.alpha } : null;
}

const hexOf = (color: Color): string | undefined => formatHex(toSrgb({ ...color, alpha: undefined } as Color));

/** Palettes hold no transparent colours. */
export function readTokenColor(value: unknown): { hex: string } | { refused: "transparent" | "unreadable" } {
  const found = read(value);
  if (!found) return { refused: "unreadable" };
  if (typeof found.alpha === "number" && found.alpha < 1) return { refused: "transparent" };
  const hex = hexOf(found.color);
  return hex ? { hex } : { refused: "unreadable" };
}

/** Null for other values. */
export function hexOfToken(value: unknown): string | null {
  const color = readTokenColor(value);
  return "hex" in color ? color.hex : null;
}

export function readTranslucentColor(value: unknown): StoredTokenColor | null {
  const found = read(value);
  const hex = found && hexOf(found.color);
  return found && hex ? { hex, alpha: typeof found.alpha === "number" ? found.alpha : 1 } : null;
}

/** The earlier role wins: "text primary" is a text colour. */
const WORDS: readonly [ColorRole, readonly string[]][] = [
  ["success", ["success", "positive", "valid", "ok"]],
  ["warning", ["warning", "caution", "attention"]],
  ["danger", ["danger", "error", "critical", "destructive", "negative", "invalid"]],
  ["text", ["text", "foreground", "fg", "ink", "on", "font", "copy", "heading"]],
  ["background", ["background", "bg", "surface", "canvas", "paper", "page"]],
  ["accent", ["accent", "highlight", "link", "cta", "interactive", "tertiary"]],
  ["secondary", ["secondary"]],
  ["primary", ["primary", "brand", "main"]],
  ["neutral", ["neutral", "gray", "grey", "slate", "border", "divider", "outline", "muted"]],
];

/** Splits `onPrimary`, `on-primary` and `On primary`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

export function roleOfName(name: string): ColorRole | null {
  const words = wordsOf(name);
  const exact = COLOR_ROLES.find((role) => words.length === 1 && words[0] === role);
  return exact ?? WORDS.find(([, hints]) => hints.some((hint) => words.includes(hint)))?.[0] ?? null;
}
