import {
  type BrandDocument,
  contrastMatrix,
  contrastRemedy,
  DOCUMENT_LIMITS,
  type Kept,
  keptColors,
  standInsOf,
} from "@/lib/content";
import type { BrandTool, PauseReason } from "@/lib/integrations";

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

/** Remedies are searched for among so many of the worst pairs alone: the search takes long, and nobody reads a hundred at once. */
const MENDED = 4;

/**
 * The pairs of a palette that miss the contrast they need (WCAG 2.2, 1.4.3 and 1.4.11), worst first, but those whose colour stays as it is and has
 * others to be read in its place. Pure.
 */
export function contrastProblems(colors: BrandDocument["colors"]): ContrastProblem[] {
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
      if (keptOf(foreground) && standInsOf(palette, foreground).length > 0) return [];
      return [{ row, foreground, background }];
    })
    .map(({ row, foreground, background }, place) => {
      // Where there is room for no other colour, none can be added.
      const remedy =
        place < MENDED && palette.length < DOCUMENT_LIMITS.colors ? contrastRemedy(palette, row, keptOf) : null;
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

/** Why a tool of the brand is not notified of its changes as it should be. */
export type ToolTrouble = "off" | "failing" | PauseReason;

/** What is wrong between the hub and a tool that is to be notified, worst first; null where all is well, or nobody wants it notified. */
export function toolTrouble({ subscription, pause }: Pick<BrandTool, "subscription" | "pause">): ToolTrouble | null {
  if (!subscription) return pause === "tool_disabled" ? pause : null;
  if (!subscription.enabled) return "off";
  return pause ?? (subscription.failingSince ? "failing" : null);
}
