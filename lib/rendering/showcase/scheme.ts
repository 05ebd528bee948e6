import { contrastRatio, hexToRgb, type PaletteEntry, readableInk } from "@/lib/content";
import type { Theme } from "./themes";

/** Required contrast of text (WCAG 2.2, 1.4.3) and other content (1.4.11). */
const TEXT = 4.5;
const SHAPE = 3;

/** Every `on…` colour is readable on its namesake. */
export type Scheme = ReturnType<typeof schemeOf>;

const channels = (hex: string): number[] => Object.values(hexToRgb(hex));

/** @param share of `other`, from 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const second = channels(other);
  const mixed = channels(one).map((value, index) => Math.round(value + ((second[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Moves the colour towards black or white as little as the contrast needs. */
function reaching(hex: string, grounds: readonly string[], ratio: number): string {
  const passes = (candidate: string) => grounds.every((ground) => contrastRatio(candidate, ground) >= ratio);
  for (let share = 0; share <= 1; share += 0.05) {
    const candidates = grounds.map((ground) => mix(hex, readableInk(ground), share));
    const found = candidates.find(passes);
    if (found) return found;
  }
  return readableInk(grounds[0] ?? "#ffffff");
}

/** The first readable colour, else the better of black and white. */
export const inkOn = (ground: string, wanted: readonly string[], ratio = TEXT): string =>
  wanted.find((hex) => contrastRatio(hex, ground) >= ratio) ?? readableInk(ground);

const isDark = (hex: string): boolean => readableInk(hex) === "#ffffff";
const chroma = (hex: string): number => Math.max(...channels(hex)) - Math.min(...channels(hex));
const lightness = (hex: string): number => contrastRatio(hex, "#000000");

/** The brand's background colour, else a tinted near-white or near-black. */
function pageOf(palette: readonly PaletteEntry[], primary: string, theme: Theme): string {
  const grounds = palette.filter(({ role }) => role === "background").map(({ hex }) => hex);
  if (theme === "light") {
    const own = [...grounds, ...palette.filter(({ role }) => role === "neutral").map(({ hex }) => hex)];
    return own.find((hex) => contrastRatio(hex, "#000000") >= 15) ?? "#ffffff";
  }
  const own = [
    ...grounds,
    ...palette.filter(({ role }) => role === "text" || role === "neutral").map(({ hex }) => hex),
  ];
  return own.find((hex) => contrastRatio(hex, "#ffffff") >= 13) ?? mix("#0e0e11", primary, 0.06);
}

/** Colours by role. Grey without a palette. */
export function schemeOf(palette: readonly PaletteEntry[], theme: Theme) {
  const of = (...roles: PaletteEntry["role"][]) =>
    palette.filter(({ role }) => roles.includes(role)).map(({ hex }) => hex);
  const colourful = [...palette.map(({ hex }) => hex)].sort((one, other) => chroma(other) - chroma(one));
  const primary = of("primary")[0] ?? colourful[0] ?? "#3f3f46";
  const accent = of("accent")[0] ?? of("secondary")[0] ?? mix(primary, isDark(primary) ? "#ffffff" : "#000000", 0.35);
  const page = pageOf(palette, primary, theme);
  const panel = mix(
    page,
    theme === "light" ? mix("#000000", primary, 0.5) : mix("#ffffff", primary, 0.2),
    theme === "light" ? 0.045 : 0.075,
  );
  const inks = of("text", "background", "neutral").sort((one, other) =>
    theme === "light" ? lightness(one) - lightness(other) : lightness(other) - lightness(one),
  );
  const ink = inkOn(panel, inks, 9);
  const muted = [0.42, 0.36, 0.3, 0.24, 0.18, 0.1]
    .map((share) => mix(ink, page, share))
    .find((hex) => [page, panel].every((ground) => contrastRatio(hex, ground) >= TEXT + 0.6));
  const own = [primary, accent, ...of("secondary"), ...of("accent").slice(1)];
  const series = [...new Set(own)].map((hex) => reaching(hex, [page, panel], SHAPE));
  const pattern = [...new Set([...own.slice(0, 4), panel])];
  for (const share of [0.45, 0.7])
    if (pattern.length < 5) pattern.push(mix(primary, page, share), mix(accent, page, share));
  while (series.length < 4) series.push(mix(series[0] ?? primary, page, 0.2 + 0.12 * series.length));
  return {
    // `ink`, `muted` and `link` are readable on page and panel.
    page,
    panel,
    line: mix(page, ink, 0.14),
    ink,
    muted: muted ?? ink,
    // The primary colour, made readable.
    link: reaching(chroma(primary) > 24 ? primary : accent, [page, panel], TEXT),
    primary,
    onPrimary: inkOn(
      primary,
      [...of("background", "text"), page].filter((hex) => contrastRatio(hex, primary) >= 5),
    ),
    accent,
    onAccent: inkOn(accent, [...of("background", "text"), page]),
    // At least four, the strongest first.
    series,
    // At least four palette colours.
    pattern,
  };
}
