import { blankPalette } from "./blank-palette";
import { contrastWarnings } from "./contrast-warnings";
import { parseHex } from "./hex";
import { toneEntries } from "./tone-entries";
import type { PaletteEntry, PaletteSeed, PaletteWarning } from "./types";

export type RegeneratedPalette = { palette: PaletteEntry[]; warnings: PaletteWarning[]; changed: boolean };

/**
 * Sets the hex of every unlocked entry from the seed, so that text reaches 4.5:1 and primary and accent reach 3:1 on every
 * background, or a warning says which locked entries rule that out. A locked entry comes through as the same object.
 *
 * The same input gives the same palette, and regenerating the result changes nothing. Unlocked entries keep id, name, role
 * and usage; an empty palette gets one entry for each of the nine roles, with ids from `newId`. `changed` is false, and
 * `palette` equal to `current`, when no hex moved. How locked entries anchor the hues of the rest: `anchorHues`.
 *
 * Throws a `TypeError` when the seed or a locked entry holds no hex colour.
 */
export function regeneratePalette(input: {
  current: readonly PaletteEntry[];
  seed: PaletteSeed;
  newId: () => string;
}): RegeneratedPalette {
  const seedHex = parseHex(input.seed.hex);
  if (seedHex === null) throw new TypeError(`the seed is not a hex colour: ${input.seed.hex}`);
  const entries = input.current.length > 0 ? input.current : blankPalette(seedHex, input.newId);
  const hexes = toneEntries(entries, { ...input.seed, hex: seedHex });
  const palette = entries.map((entry) => withHex(entry, hexes.get(entry) ?? entry.hex));
  return {
    palette,
    warnings: contrastWarnings(palette),
    changed: entries !== input.current || palette.some((entry, index) => entry !== entries[index]),
  };
}

function withHex(entry: PaletteEntry, hex: string): PaletteEntry {
  if (entry.hex === hex) return entry;
  // Field by field, so that an rgb a caller derived earlier never outlives the hex it was derived from.
  const { id, name, role, usage, locked } = entry;
  return { id, name, role, hex, usage, locked };
}
