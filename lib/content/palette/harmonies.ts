import { COLOR_ROLES, type ColorRole } from "@/lib/contract";
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
const rulingLock = (entries: readonly PaletteEntry[]): PaletteEntry | undefined =>
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

// By role, so names stay right when colours change.
const TEXTS: Record<ColorRole, { name: string; usage: string }> = {
  primary: { name: "Primary", usage: "The brand's lead colour: headlines, main buttons, key shapes." },
  secondary: {
    name: "Secondary",
    usage: "Supports the primary colour: large areas, secondary buttons, illustrations.",
  },
  accent: { name: "Accent", usage: "Draws the eye to one thing at a time: links, highlights, badges." },
  neutral: { name: "Neutral", usage: "Borders, dividers, icons and quiet areas." },
  background: { name: "Background", usage: "The colour behind everything else." },
  text: { name: "Text", usage: "Body text and headings on the background." },
  success: { name: "Success", usage: "Confirms that something worked." },
  warning: { name: "Warning", usage: "Warnings before people continue." },
  danger: { name: "Danger", usage: "Errors and destructive actions." },
};

type Texts = Pick<PaletteEntry, "name" | "usage" | "role">;

/** For a colour that doesn't work as text or under text. */
export function companionTexts(role: "primary" | "accent"): { forText: Texts; onIt: Texts } {
  return {
    forText: {
      role,
      name: `${TEXTS[role].name} for text`,
      usage: `Text, thin lines and small icons in the brand's colour, where the ${role} colour is too pale to read.`,
    },
    onIt: {
      role: "text",
      name: `Text on ${role}`,
      usage: `Text and icons on the ${role} colour and on the background.`,
    },
  };
}

/** Companions of a primary colour that is unreadable as text. Both still have its hex. */
export function companionsOf(hex: string, newId: () => string): PaletteEntry[] {
  const { forText, onIt } = companionTexts("primary");
  return [forText, onIt].map((companion) => ({ id: newId(), ...companion, hex, locked: false }));
}

/** One entry per role in the contract's order, all still of the same hex. */
export function blankPalette(hex: string, newId: () => string): PaletteEntry[] {
  return COLOR_ROLES.map((role) => ({ id: newId(), ...TEXTS[role], role, hex, locked: false }));
}

/** Null unless a locked colour decides instead of the seed. */
export function voidSeedText(entries: readonly PaletteEntry[]): string | null {
  const ruling = rulingLock(entries);
  if (!ruling) return null;
  return ruling.role === "primary"
    ? `"${ruling.name}" is locked, so this colour has no effect.`
    : `"${ruling.name}" is locked and sets the hues. This colour only sets lightness and strength.`;
}
