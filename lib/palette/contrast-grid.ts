import type { ColorRole } from "@/lib/contract";
import { TEXT_CONTRAST } from "./contrast-matrix";
import { contrastRatio } from "./hex";
import type { PaletteEntry } from "./types";

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
const GROUNDS: readonly ColorRole[] = ["background", "primary", "accent"];

/** What a contrast is good for: any text (AAA or AA), large text and signs alone, or nothing that is read (WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11). */
export type ContrastLevel = "AAA" | "AA" | "large" | "low";

export function contrastLevel(ratio: number): ContrastLevel {
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
}

export interface ContrastGrid {
  /** Ids of what stands above, and of what lies below, in the order of the palette. */
  inks: string[];
  grounds: string[];
  /** Every ink on every ground but itself, ink by ink. */
  pairs: GridPair[];
}

/** The contrast of every colour that text may be set in on every background and on the primary and accent colours. */
export function contrastGrid(palette: readonly PaletteEntry[]): ContrastGrid {
  const inks = palette.filter(({ role }) => INKS.includes(role));
  const grounds = palette.filter(({ role }) => GROUNDS.includes(role));
  const pairs = inks.flatMap((ink) =>
    grounds
      .filter(({ id }) => id !== ink.id)
      .map((ground) => {
        const ratio = contrastRatio(ink.hex, ground.hex);
        return { foregroundId: ink.id, backgroundId: ground.id, ratio, level: contrastLevel(ratio) };
      }),
  );
  const idsOf = (entries: readonly PaletteEntry[]) => entries.map(({ id }) => id);
  return { inks: idsOf(inks), grounds: idsOf(grounds), pairs };
}
