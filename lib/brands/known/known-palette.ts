import { type PaletteSeed, type RegeneratedPalette, regeneratePalette } from "@/lib/content";

/** Locks the brand's real colour and adds others with reasons. */
export function knownPalette(
  hex: string,
  newId: () => string,
): Pick<RegeneratedPalette, "palette" | "added"> & { seed: PaletteSeed } {
  const seed: PaletteSeed = { hex, harmony: "analogous" };
  const { palette, added } = regeneratePalette({ current: [], seed, newId });
  const [own, ...others] = palette;
  return { seed, added, palette: own ? [{ ...own, name: "Brand colour", locked: true }, ...others] : [] };
}
