import type { ColorRole } from "@/lib/contract";
import type { PaletteEntry, PaletteSeed } from "../document/colors";
import { hueTurn, isChromatic, toTone } from "./oklch";

export type Harmony = PaletteSeed["harmony"];

/**
 * Relative to the primary colour: `turn` in degrees of hue, `step` in OKLCH lightness away from the background. Chroma
 * is `share` of the primary's, at least `least`.
 */
type Interval = {
  turn: number;
  step: number;
  within: { from: number; to: number };
  share: number;
  least: number;
};

/** The lightness range with recognisable hues. */
export const VISIBLE_LIGHTNESS = { from: 0.12, to: 0.96 };

// Vivid accents and chromatic secondary colours even if the primary is dark or dull.
const LIVELY = { step: 0, within: { from: 0.6, to: 0.72 }, share: 1, least: 0.12 };
const SUPPORTING = { step: 0.08, within: { from: 0.38, to: 0.72 }, share: 0.8, least: 0.06 };

/** Within one hue, lightness separates the colours. */
export const HARMONY_INTERVALS: Record<Harmony, { secondary: Interval; accent: Interval }> = {
  analogous: { secondary: { ...SUPPORTING, turn: 30 }, accent: { ...LIVELY, turn: -30 } },
  complementary: { secondary: { ...SUPPORTING, turn: 0, step: 0.14, share: 0.6 }, accent: { ...LIVELY, turn: 180 } },
  triadic: { secondary: { ...SUPPORTING, turn: 120 }, accent: { ...LIVELY, turn: -120 } },
  "split-complementary": { secondary: { ...SUPPORTING, turn: 150 }, accent: { ...LIVELY, turn: -150 } },
  tetradic: { secondary: { ...SUPPORTING, turn: 90 }, accent: { ...LIVELY, turn: 180 } },
  monochromatic: {
    secondary: { turn: 0, step: -0.14, within: VISIBLE_LIGHTNESS, share: 0.7, least: 0 },
    accent: { turn: 0, step: 0.2, within: VISIBLE_LIGHTNESS, share: 0.9, least: 0 },
  },
};

/** Greys differ only in lightness. Near black, the steps must be large. */
export const GREY_INTERVALS: { secondary: Interval; accent: Interval } = {
  secondary: { turn: 0, step: -0.12, within: { from: 0.28, to: 0.8 }, share: 1, least: 0 },
  accent: { turn: 0, step: -0.24, within: { from: 0.4, to: 0.72 }, share: 1, least: 0 },
};

const SIGNAL_HUES = { success: 150, warning: 75, danger: 27 };
const MAX_SIGNAL_TURN = 15;
/** The first locked chromatic one sets the others' hue. */
const BRAND_ROLES = ["primary", "accent", "secondary"] as const;

/**
 * The hue of each role in degrees. Each group is anchored by its first locked chromatic entry:
 *
 * - Primary, accent, secondary: the anchor sets the primary hue instead of the seed. Of the harmony and its mirror
 * image, the one closer to other locked colours wins, then the one closer to the seed.
 * - Neutral, background, text share the anchor's hue, else the primary hue.
 * - Success, warning, danger turn with their anchor, by at most 15 degrees.
 */
export function anchorHues(entries: readonly PaletteEntry[], seed: PaletteSeed): Record<ColorRole, number> {
  const brand = anchorBrand(entries, seed);
  const tint = lockedHues(entries, ["neutral", "background", "text"])[0]?.hue ?? brand.primary;
  const signal = lockedHues(entries, ["success", "warning", "danger"])[0];
  const turn = signal === undefined ? 0 : hueTurn(SIGNAL_HUES[signal.role], signal.hue);
  const signalTurn = Math.max(-MAX_SIGNAL_TURN, Math.min(MAX_SIGNAL_TURN, turn));
  return {
    ...brand,
    neutral: tint,
    background: tint,
    text: tint,
    success: SIGNAL_HUES.success + signalTurn,
    warning: SIGNAL_HUES.warning + signalTurn,
    danger: SIGNAL_HUES.danger + signalTurn,
  };
}

/** The entry that sets the hues instead of the seed. */
export const rulingLock = (entries: readonly PaletteEntry[]): PaletteEntry | undefined =>
  BRAND_ROLES.flatMap((role) =>
    entries.filter((entry) => entry.locked && entry.role === role && isChromatic(toTone(entry.hex))),
  ).at(0);

function anchorBrand(entries: readonly PaletteEntry[], seed: PaletteSeed) {
  const { secondary, accent } = HARMONY_INTERVALS[seed.harmony];
  const turns = { primary: 0, secondary: secondary.turn, accent: accent.turn };
  const seedHue = toTone(seed.hex).h;
  const locked = lockedHues(entries, BRAND_ROLES);
  const readings = [1, -1].map((sense) => {
    const anchor = locked[0];
    const primary = anchor === undefined ? seedHue : normalizeHue(anchor.hue - sense * turns[anchor.role]);
    const hues = {
      primary,
      secondary: normalizeHue(primary + sense * turns.secondary),
      accent: normalizeHue(primary + sense * turns.accent),
    };
    const misfit = locked.reduce((sum, { role, hue }) => sum + Math.abs(hueTurn(hues[role], hue)), 0);
    // Whole degrees, so rounding never outweighs the distance to the seed.
    return { hues, cost: Math.round(misfit) * 360 + Math.abs(hueTurn(primary, seedHue)) };
  });
  return readings.reduce((best, reading) => (reading.cost < best.cost ? reading : best)).hues;
}

function lockedHues<R extends ColorRole>(entries: readonly PaletteEntry[], roles: readonly R[]) {
  return roles.flatMap((role) =>
    entries
      .filter((entry) => entry.locked && entry.role === role)
      .map((entry) => toTone(entry.hex))
      .filter(isChromatic)
      .map((tone) => ({ role, hue: tone.h })),
  );
}

function normalizeHue(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
