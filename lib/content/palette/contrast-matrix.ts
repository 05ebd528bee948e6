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
