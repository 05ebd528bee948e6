import type { BrandDocument } from "@/lib/brand-document";
import { contrastMatrix, contrastRemedy, type Kept, keptColors } from "@/lib/palette";

/** A colour that cannot be read well enough on a background. */
export interface ContrastProblem {
  foreground: { id: string; name: string; hex: string };
  background: { id: string; name: string; hex: string };
  /** Unrounded. */
  ratio: number;
  required: number;
  /** Why the colour stays as it is, where another one has to be added to be read in its place; null where a shade of it or of the background would do. */
  kept: Kept | null;
}

/**
 * The pairs of a palette that miss the contrast they need (WCAG 2.2, 1.4.3 and 1.4.11), worst first, but those whose colour stays as it is and has
 * others to be read in its place. Pure.
 */
export function contrastProblems(colors: BrandDocument["colors"]): ContrastProblem[] {
  const { palette } = colors;
  const entryOf = new Map(palette.map(({ id, name, hex }) => [id, { id, name, hex }]));
  return contrastMatrix(palette)
    .filter(({ passes }) => !passes)
    .flatMap((row) => {
      const foreground = entryOf.get(row.foregroundId);
      const background = entryOf.get(row.backgroundId);
      if (!foreground || !background) return [];
      const remedy = contrastRemedy(palette, row, keptColors(colors));
      if (remedy.kind === "instead") return [];
      const kept = remedy.kind === "add" ? remedy.kept : null;
      return [{ foreground, background, ratio: row.ratio, required: row.required, kept }];
    })
    .sort((a, b) => a.ratio / a.required - b.ratio / b.required);
}
