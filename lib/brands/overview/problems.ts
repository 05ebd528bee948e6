import {
  type BrandDocument,
  contrastMatrix,
  contrastRemedy,
  DOCUMENT_LIMITS,
  keptColors,
  substitutesOf,
} from "@/lib/content";
import type { BrandTool, PauseReason } from "@/lib/integrations";

export type ContrastProblem = ReturnType<typeof contrastProblems>[number];

/** Fixes are computed for the worst pairs only, since the search is slow. */
const MAX_FIXED = 4;

/**
 * Palette pairs below the contrast they need (WCAG 2.2, 1.4.3 and 1.4.11), worst first. Skips kept colours that have
 * readable alternatives.
 */
export function contrastProblems(colors: BrandDocument["colors"]) {
  const { palette } = colors;
  const entryOf = new Map(palette.map((entry) => [entry.id, entry]));
  const keptOf = keptColors(colors);
  const shown = ({ id, name, hex }: { id: string; name: string; hex: string }) => ({ id, name, hex });
  return contrastMatrix(palette)
    .filter(({ passes }) => !passes)
    .sort((a, b) => a.ratio / a.required - b.ratio / b.required)
    .flatMap((row) => {
      const foreground = entryOf.get(row.foregroundId);
      const background = entryOf.get(row.backgroundId);
      if (!foreground || !background) return [];
      if (keptOf(foreground) && substitutesOf(palette, foreground).length > 0) return [];
      return [{ row, foreground, background }];
    })
    .map(({ row, foreground, background }, place) => {
      // A full palette can take no further colour.
      const remedy =
        place < MAX_FIXED && palette.length < DOCUMENT_LIMITS.colors ? contrastRemedy(palette, row, keptOf) : null;
      // Why the colour can't change, so that another one must be added.
      const kept = remedy?.kind === "add" ? remedy.kept : null;
      return {
        foreground: shown(foreground),
        background: shown(background),
        ratio: row.ratio,
        required: row.required,
        kept,
      };
    });
}

export type ToolTrouble = "off" | "failing" | PauseReason;

/** Null if all is well or no webhook is wanted. */
export function toolTrouble({ subscription, pause }: Pick<BrandTool, "subscription" | "pause">): ToolTrouble | null {
  if (!subscription) return pause === "tool_disabled" ? pause : null;
  if (!subscription.enabled) return "off";
  return pause ?? (subscription.failingSince ? "failing" : null);
}
