import { rulingLock } from "./anchor-hues";
import type { PaletteEntry } from "./types";

/** Says how little a colour to grow the palette from decides, where a locked one of these entries does in its stead; else null. */
export function voidSeedText(entries: readonly PaletteEntry[]): string | null {
  const ruling = rulingLock(entries);
  if (!ruling) return null;
  return ruling.role === "primary"
    ? `"${ruling.name}" is locked and decides instead: this colour changes nothing.`
    : `"${ruling.name}" is locked and sets the hues: this colour decides only how light and how strong the others are.`;
}
