import { regeneratePalette } from "./regenerate-palette";
import type { PaletteEntry, PaletteSeed } from "./types";

/** The seed of a brand that has named no colour yet. */
export const DEFAULT_SEED: Readonly<PaletteSeed> = { hex: "#2563c9", harmony: "analogous" };

/**
 * Gives a new palette of nine unlocked entries, one for each role, in which text reaches 4.5:1 and accent reaches 3:1 on the background.
 * The primary colour is the seed itself, with two companions where it does not read as text. Without a seed it grows from `DEFAULT_SEED`. Throws a `TypeError` when the seed is not a hex colour.
 */
export function generatePalette(input: { seed?: PaletteSeed; newId: () => string }): PaletteEntry[] {
  return regeneratePalette({ current: [], seed: input.seed ?? DEFAULT_SEED, newId: input.newId }).palette;
}
