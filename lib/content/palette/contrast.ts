import type { ColorRole } from "@/lib/contract";
import type { PaletteEntry } from "../document/colors";
import { contrastRatio } from "./hex";

/** On every background: WCAG 2.2, 1.4.3 (text) and 1.4.11 (non-text). */
export const REQUIRED_CONTRAST: Partial<Record<ColorRole, number>> = { text: 4.5, primary: 3, accent: 3 };
export const TEXT_CONTRAST = 4.5;

/** Text, primary and accent on each background, in palette order. The unrounded `ratio` decides `passes`. */
export function contrastMatrix(palette: readonly PaletteEntry[]) {
  const backgrounds = palette.filter((entry) => entry.role === "background");
  return palette.flatMap((entry) => {
    const required = REQUIRED_CONTRAST[entry.role];
    if (required === undefined) return [];
    return backgrounds.map((background) => {
      const ratio = contrastRatio(entry.hex, background.hex);
      const ids = { foregroundId: entry.id, backgroundId: background.id };
      return { ...ids, role: entry.role, ratio, required, passes: ratio >= required };
    });
  });
}

const INKS: readonly ColorRole[] = [
  "text",
  "primary",
  "secondary",
  "accent",
  "background",
  "success",
  "warning",
  "danger",
];
/** Roles placed on primary and accent colours. */
const SET_ON_COLORS: readonly ColorRole[] = ["text", "background"];
const GROUNDS: readonly ColorRole[] = ["background", "primary", "accent"];

/** By WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11. `large` is for large text and icons. */
export type ContrastLevel = "AAA" | "AA" | "large" | "low";

function contrastLevel(ratio: number): ContrastLevel {
  if (ratio >= 7) return "AAA";
  if (ratio >= TEXT_CONTRAST) return "AA";
  return ratio >= 3 ? "large" : "low";
}

export interface GridPair {
  foregroundId: string;
  backgroundId: string;
  /** Unrounded. */
  ratio: number;
  level: ContrastLevel;
  /** Null if the roles don't pair the two. */
  required: number | null;
}

/**
 * Every foreground on every background, primary and accent colour. Required pairs are text, primary and accent on
 * backgrounds, and readable text and background colours on primary and accent. If none is readable there, the best one
 * is required.
 */
export function contrastGrid(palette: readonly PaletteEntry[]) {
  const inks = palette.filter(({ role }) => INKS.includes(role));
  const grounds = palette.filter(({ role }) => GROUNDS.includes(role));
  const enough = new Map(grounds.map((ground) => [ground.id, Math.min(TEXT_CONTRAST, bestInk(palette, ground))]));
  const requiredOf = (ink: PaletteEntry, ground: PaletteEntry, ratio: number): number | null => {
    if (ground.role === "background") return REQUIRED_CONTRAST[ink.role] ?? null;
    return SET_ON_COLORS.includes(ink.role) && ratio >= (enough.get(ground.id) ?? 0) ? TEXT_CONTRAST : null;
  };
  const pairs = inks.flatMap((ink) =>
    grounds
      .filter(({ id }) => id !== ink.id)
      .map((ground) => {
        const ratio = contrastRatio(ink.hex, ground.hex);
        const required = requiredOf(ink, ground, ratio);
        return { foregroundId: ink.id, backgroundId: ground.id, ratio, level: contrastLevel(ratio), required };
      }),
  );
  const idsOf = (entries: readonly PaletteEntry[]) => entries.map(({ id }) => id);
  return { inks: idsOf(inks), grounds: idsOf(grounds), pairs };
}

const bestInk = (palette: readonly PaletteEntry[], { hex }: PaletteEntry): number =>
  Math.max(...palette.filter(({ role }) => SET_ON_COLORS.includes(role)).map((ink) => contrastRatio(ink.hex, hex)));

/** Rounded down, so 4.499 never shows as 4.5. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
