import type { PaletteEntry } from "@/lib/brand-document";
import { contrastMatrix, fixContrast } from "@/lib/palette";

/** A colour that cannot be read well enough on a background. */
export interface ContrastProblem {
  foreground: { id: string; name: string; hex: string };
  background: { id: string; name: string; hex: string };
  /** Unrounded. */
  ratio: number;
  required: number;
  /** The nearest colour that would pass; null when none does. */
  suggestion: string | null;
}

/** The pairs of a palette that miss the contrast they need (WCAG 2.2, 1.4.3 and 1.4.11), worst first. Pure. */
export function contrastProblems(palette: readonly PaletteEntry[]): ContrastProblem[] {
  const entryOf = new Map(palette.map(({ id, name, hex }) => [id, { id, name, hex }]));
  return contrastMatrix(palette)
    .filter(({ passes }) => !passes)
    .flatMap(({ foregroundId, backgroundId, ratio, required }) => {
      const foreground = entryOf.get(foregroundId);
      const background = entryOf.get(backgroundId);
      if (!foreground || !background) return [];
      return [
        { foreground, background, ratio, required, suggestion: fixContrast(foreground.hex, background.hex, required) },
      ];
    })
    .sort((a, b) => a.ratio / a.required - b.ratio / b.required);
}
