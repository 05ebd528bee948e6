import { wcagContrast } from "culori/fn";
import "./oklch";

/**
 * Gives the contrast ratio of two hex colours, 1..21, in either order and unrounded: round it down when you show it, so
 * that 4.499 never reads as 4.5. Source: WCAG 2.2, "contrast ratio".
 */
export function contrastRatio(hexA: string, hexB: string): number {
  return wcagContrast(hexA, hexB);
}
