import { regeneratePalette } from "./regenerate-palette";
import type { PaletteEntry, PaletteSeed } from "./types";

/** For a brand without a colour. */
export const DEFAULT_SEED: Readonly<PaletteSeed> = { hex: "#2563c9", harmony: "analogous" };

/**
 * One entry per role, with text at 4.5:1 and accent at 3:1 on the background. The primary colour is the seed, with two
 * companions if it is unreadable as text.
 * @throws TypeError if the seed isn't a hex colour
 */
export function generatePalette(input: { seed?: PaletteSeed; newId: () => string }): PaletteEntry[] {
  return regeneratePalette({ current: [], seed: input.seed ?? DEFAULT_SEED, newId: input.newId }).palette;
}
