import { type PaletteSeed, type RegeneratedPalette, regeneratePalette } from "@/lib/content";

/** What a brand that everybody knows starts with: a palette around its real colour, which is locked as it is, and what was added to it and why. */
export function knownPalette(
  hex: string,
  newId: () => string,
): Pick<RegeneratedPalette, "palette" | "added"> & { seed: PaletteSeed } {
  const seed: PaletteSeed = { hex, harmony: "analogous" };
  const { palette, added } = regeneratePalette({ current: [], seed, newId });
  const [own, ...others] = palette;
  return { seed, added, palette: own ? [{ ...own, name: "Brand colour", locked: true }, ...others] : [] };
}
