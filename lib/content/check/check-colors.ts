import { converter, differenceCiede2000, formatHex, type Rgb, wcagContrast } from "culori";
import { brokenColorRules } from "@/lib/contract";
import { ratioText, TEXT_CONTRAST } from "../palette/contrast";
import { parseCssColor } from "../palette/parse-css-color";
import { type Found, finding, type Version } from "./findings";
import type { Facts, InkPair } from "./read-markup";
import type { Declaration, Paint, Span } from "./read-styles";

const toRgb = converter("rgb");
const toLab = converter("lab65");
const difference = differenceCiede2000();

interface Token {
  name: string;
  hex: string;
  path: string;
  /** Of its palette entry, also for the dark form. */
  id?: string;
}

export type BrandColors = ReadonlyMap<string, Token>;

const hexesIn = (value: unknown): string[] =>
  typeof value !== "object"
    ? []
    : Object.entries(value ?? {}).flatMap(([key, part]) => (key === "hex" ? [part] : hexesIn(part)));

/** Every colour that the brand states, by hex. A palette colour wins over shades. */
export function colorsOf({ colors, foundations }: Version): BrandColors {
  const { palette, dark = [], scales = [], gradients } = colors;
  const nameOf = (id: string) => palette.find((entry) => entry.id === id)?.name ?? "";
  const tokens: Token[] = [
    ...palette.map(({ id, name, hex }, at) => ({ id, name, hex, path: `/colors/palette/${at}` })),
    ...dark.map(({ color, hex }, at) => ({
      id: color,
      name: `${nameOf(color)} in dark mode`,
      hex,
      path: `/colors/dark/${at}`,
    })),
    ...scales.flatMap(({ color, steps }, at) =>
      Object.entries(steps).map(([step, hex]) => ({
        name: `${nameOf(color)} ${step}`,
        hex,
        path: `/colors/scales/${at}/steps/${step}`,
      })),
    ),
    ...hexesIn(gradients).map((hex) => ({ name: "a gradient's colour", hex, path: "/colors/gradients" })),
    ...hexesIn(foundations).map((hex) => ({ name: "a foundation's colour", hex, path: "/foundations" })),
  ];
  return new Map(tokens.toReversed().map((token) => [token.hex, token]));
}

/** ΔE2000 costs more than distance, so only the nearest by distance are compared by it. */
const SHORTLIST = 16;

/** The nearest colour by ΔE2000. */
export function nearestColor(hex: string, colors: BrandColors): { token: Token; delta: number } | undefined {
  const own = toLab(hex);
  const labs = [...colors.values()].flatMap((token) => {
    const lab = toLab(token.hex);
    return own && lab ? [{ token, lab, distance: Math.hypot(lab.l - own.l, lab.a - own.a, lab.b - own.b) }] : [];
  });
  const near = labs.toSorted((one, other) => one.distance - other.distance).slice(0, SHORTLIST);
  return near
    .map(({ token, lab }) => ({ token, delta: own ? difference(lab, own) : 0 }))
    .toSorted((one, other) => one.delta - other.delta)[0];
}

export function readColor(css: string): { hex: string; alpha: number; rgb: Rgb } | undefined {
  const rgb = toRgb(parseCssColor(css));
  return rgb && { hex: formatHex(rgb), alpha: rgb.alpha ?? 1, rgb };
}

/** Above this, a replacement would look like another colour. */
const MAX_FIX_DELTA = 20;

/** Colours that are neither the brand's nor a shadow or veil of black or white. */
export function checkPalette(styles: readonly Declaration[], colors: BrandColors): Found[] {
  const nearest = new Map<string, ReturnType<typeof nearestColor>>();
  return styles.flatMap((style) =>
    style.colors.flatMap(({ css, start, end }): Found[] => {
      const color = readColor(css);
      const isVeil = color && color.alpha < 1 && /^#(?:000000|ffffff)$/.test(color.hex);
      if (!color || color.alpha === 0 || isVeil || colors.has(color.hex)) return [];
      if (!nearest.has(color.hex)) nearest.set(color.hex, nearestColor(color.hex, colors));
      const near = nearest.get(color.hex);
      // Notations such as `oklch()` are rounded.
      if (!near || (near.delta < 1 && /^(?:ok|l|h|color)/i.test(css))) return [];
      const { token, delta } = near;
      const alpha = Math.round(color.alpha * 255)
        .toString(16)
        .padStart(2, "0");
      const fix = color.alpha < 1 ? token.hex + alpha : token.hex;
      const message = `${css} isn't in the palette. The nearest colour is ${token.name}, ${token.hex} (ΔE ${delta.toFixed(1)}).`;
      const place = { start, end, fix: delta <= MAX_FIX_DELTA ? fix : undefined };
      return [finding("off-palette-color", "should", token.path, place, message)];
    }),
  );
}

const MAX_LAYERS = 16;
const WHITE: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };

/** A colour over another one, on whole channels as in axe. */
function over({ css }: Paint, behind: Rgb | undefined): Rgb | undefined {
  const { rgb, alpha = 1 } = readColor(css) ?? {};
  if (!rgb || !behind) return undefined;
  const mix = (key: "r" | "g" | "b") => Math.round(255 * (rgb[key] * alpha + behind[key] * (1 - alpha))) / 255;
  return { mode: "rgb", r: mix("r"), g: mix("g"), b: mix("b") };
}

/** Contrast as seen: translucent colours lie on what is behind, at last on white. Undefined for unknown colours. */
export function contrastOf({ ink, ground }: Pick<InkPair, "ink" | "ground">): number | undefined {
  const layers: Paint[] = [];
  for (let one: Paint | undefined = ground; one && layers.length < MAX_LAYERS; one = one.behind) layers.push(one);
  const behind = layers.reduceRight<Rgb | undefined>((below, one) => over(one, below), WHITE);
  const front = over(ink, behind);
  return front && behind ? wcagContrast(front, behind) : undefined;
}

const LARGE_CONTRAST = 3;

/** Contrast and the brand's rules, for text on backgrounds and neighbours in gradients. */
export function checkPairs(
  { pairs, styles }: Facts,
  colors: BrandColors,
  { color_rules: rules = [] }: Version,
): Found[] {
  const tokenOf = (paint: Paint | undefined) => colors.get(readColor(paint?.css ?? "")?.hex ?? "");
  const broken = (one: Token | undefined, other: Token | undefined, place: Span, isGradient: boolean) => {
    if (!one?.id || !other?.id) return [];
    const all = brokenColorRules(rules, { color: one.id, on: other.id });
    const own = isGradient ? all.filter(({ never_pair_with }) => never_pair_with.length > 0) : all;
    return own.map((rule) => {
      const message = `${one.name} can't be used ${rule.never_pair_with.length > 0 ? "with" : "on"} ${other.name}.`;
      const why = rule.reason ? `${message} ${rule.reason}` : message;
      return finding("color-pairing", rule.severity, `/color_rules/${rules.indexOf(rule)}`, place, why);
    });
  };
  const ofText = pairs.flatMap((pair): Found[] => {
    const { ink, ground, isLarge } = pair;
    const { start, end } = ink.start > ground.start ? ink : ground;
    const ratio = contrastOf(pair);
    const required = isLarge ? LARGE_CONTRAST : TEXT_CONTRAST;
    const rest = broken(tokenOf(ink), tokenOf(ground), { start, end }, false);
    if (ratio === undefined || ratio >= required) return rest;
    const message = `The contrast of ${ink.css} on ${ground.css} is ${ratioText(ratio)}. ${isLarge ? "Large text" : "Text"} needs ${required}:1.`;
    return [finding("contrast", "should", "/colors/palette", { start, end }, message), ...rest];
  });
  const gradients = styles.filter(({ value }) => /gradient\(/i.test(value));
  const inGradients = gradients.flatMap(({ colors: stops }) =>
    stops.flatMap((stop, at) => broken(tokenOf(stops[at - 1]), tokenOf(stop), stop, true)),
  );
  return [...ofText, ...inGradients];
}
