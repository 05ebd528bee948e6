import { REQUIRED_CONTRAST, TEXT_CONTRAST } from "./contrast-matrix";
import { contrastRatio } from "./hex";
import { meetDemands } from "./nearest-tone";
import type { PaletteEntry } from "./types";

const GREYS = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, "0").repeat(3)}`);

/**
 * Gives the score of a candidate for a background beside those already settled: 1 when every locked foreground reads on
 * it, an unlocked one still has some lightness that reads on all backgrounds at once, and there is an ink that reads both on it and on
 * the primary colour that is kept, if one is.
 */
export function backgroundScore(
  entries: readonly PaletteEntry[],
  keptPrimary: string | undefined,
): (candidate: string, settled: readonly string[]) => number {
  const demands = entries
    .flatMap(({ role, hex, locked }) => {
      const ratio = REQUIRED_CONTRAST[role];
      return locked && ratio !== undefined ? [{ against: hex, ratio }] : [];
    })
    .sort((a, b) => b.ratio - a.ratio);
  const strictest = Math.max(0, ...entries.map(({ role, locked }) => (locked ? 0 : (REQUIRED_CONTRAST[role] ?? 0))));
  return (candidate, settled) => {
    const score = meetDemands(candidate, demands);
    if (settled.length === 0) return hasInkFor(keptPrimary, candidate) ? score : score * 0.99;
    // Black or white always reads on one background alone; only a second one can close the gap.
    return leavesRoom([...settled, candidate], strictest) ? score : score / 2;
  };
}

/** Says whether the background takes light colours on it rather than dark ones. */
export function isDark(hex: string): boolean {
  return contrastRatio(hex, "#ffffff") > contrastRatio(hex, "#000000");
}

/** The background itself is an ink for what reads on it; else one as far from it as there is. */
function hasInkFor(primary: string | undefined, background: string): boolean {
  if (primary === undefined) return true;
  const inks = [background, isDark(background) ? "#ffffff" : "#000000"];
  return inks.some((ink) => contrastRatio(primary, ink) >= TEXT_CONTRAST);
}

function leavesRoom(backgrounds: readonly string[], ratio: number): boolean {
  return GREYS.some((grey) => backgrounds.every((background) => contrastRatio(grey, background) >= ratio));
}
