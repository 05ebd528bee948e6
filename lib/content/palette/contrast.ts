import type { ColorRole } from "@/lib/contract";
import { contrastRatio } from "./hex";
import type { PaletteEntry } from "./types";

/** What a role must reach on every background: WCAG 2.2, 1.4.3 (text) and 1.4.11 (what is not text). */
export const REQUIRED_CONTRAST: Partial<Record<ColorRole, number>> = { text: 4.5, primary: 3, accent: 3 };
/** What anything reaches that is read as text. */
export const TEXT_CONTRAST = 4.5;

export type ContrastRow = {
  foregroundId: string;
  backgroundId: string;
  role: ColorRole;
  ratio: number;
  required: number;
  passes: boolean;
};

/**
 * Lists the contrast of every text, primary and accent entry on every background entry, in the palette's order. `ratio`
 * is unrounded and `passes` is decided on it. A palette without a background has no rows.
 */
export function contrastMatrix(palette: readonly PaletteEntry[]): ContrastRow[] {
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

/** What text or a sign may be set in, and what may lie under it. */
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
/** What is set on a primary or accent colour. */
const SET_ON_COLORS: readonly ColorRole[] = ["text", "background"];
const GROUNDS: readonly ColorRole[] = ["background", "primary", "accent"];

/** What a contrast is good for: any text (AAA or AA), large text and signs alone, or nothing that is read (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11). */
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
  /** What a pair that is meant to be used needs; null where nothing puts the two together. */
  required: number | null;
}

interface ContrastGrid {
  /** Ids of what stands above, and of what lies below, in the order of the palette. */
  inks: string[];
  grounds: string[];
  /** Every ink on every ground but itself, ink by ink. */
  pairs: GridPair[];
}

/**
 * The contrast of every colour that text may be set in on every background and on the primary and accent colours. Meant to be used are text, primary and accent colours on the
 * backgrounds, and on each primary and accent colour the texts and backgrounds that read there: one ink is enough, so that where none reads, the best one is asked to.
 */
export function contrastGrid(palette: readonly PaletteEntry[]): ContrastGrid {
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

/** A ratio as it is shown, rounded down: 4.499 never reads as 4.5. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
