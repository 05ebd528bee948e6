import { meetDemands, nearestTone } from "./nearest-tone";
import { toTone } from "./oklch";

/**
 * Gives the colour nearest to `hex` in OKLCH lightness (to within 0.001) whose contrast with `against` is at least
 * `ratio`; `hex` itself, in canonical form, when it already is. `null` when neither lighter nor darker gets there.
 */
export function fixContrast(hex: string, against: string, ratio: number): string | null {
  const demands = [{ against, ratio }];
  const nearest = nearestTone(toTone(hex), (candidate) => meetDemands(candidate, demands));
  return nearest.score >= 1 ? nearest.hex : null;
}
