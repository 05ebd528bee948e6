import { contrastRatio } from "./hex";
import { type Tone, toHex } from "./oklch";

/** A contrast to reach against one colour. */
export type Demand = { against: string; ratio: number };

/** A range of OKLCH lightness. */
export type Lightnesses = { from: number; to: number };

const LIGHTNESS_STEP = 0.001;
const ANY: Lightnesses = { from: 0, to: 1 };

/**
 * Scores how far a colour meets the demands: 1 when it meets all, else less. Each demand outweighs all that come after it,
 * so that where not all can be met, the first is met first.
 */
export function meetDemands(hex: string, demands: readonly Demand[]): number {
  const reached = demands.map(({ against, ratio }) => Math.min(contrastRatio(hex, against) / ratio, 1));
  if (reached.every((share) => share === 1)) return 1;
  return reached.reduce((sum, share, index) => sum + (share === 1 ? 1 : share / 2) / 2 ** (index + 1), 0) * 0.99;
}

/**
 * Gives the colour that scores 1 with the least change of OKLCH lightness, to within 0.001 and within the range; hue stays, chroma
 * shrinks only as far as sRGB needs. When none scores 1 it gives the best there is, with its score.
 */
export function nearestTone(
  wanted: Tone,
  score: (hex: string) => number,
  within: Lightnesses = ANY,
): { hex: string; score: number } {
  let best = { hex: "", score: Number.NEGATIVE_INFINITY };
  let previous = "";
  for (const l of lightnessesAround(wanted.l, within)) {
    const hex = toHex({ ...wanted, l });
    if (hex === previous) continue;
    previous = hex;
    const reached = score(hex);
    if (reached > best.score) best = { hex, score: reached };
    if (reached >= 1) break;
  }
  return best;
}

function* lightnessesAround(center: number, { from, to }: Lightnesses): Generator<number> {
  yield center;
  const steps = Math.ceil(1 / LIGHTNESS_STEP);
  for (let step = 1; step <= steps; step++) {
    const below = center - step * LIGHTNESS_STEP;
    const above = center + step * LIGHTNESS_STEP;
    // The step that leaves the range lands on its end, so that black and white are among the choices where they lie in it.
    if (below > from - LIGHTNESS_STEP) yield Math.max(below, from);
    if (above < to + LIGHTNESS_STEP) yield Math.min(above, to);
  }
}
