import type { PaletteSeed } from "@/lib/brand-document";

export { HARMONIES, type PaletteEntry, type PaletteSeed } from "@/lib/brand-document";
export type Harmony = PaletteSeed["harmony"];

/** A contrast that no choice of the unlocked colours can reach. `entryIds` starts with the foreground and the background. */
export type PaletteWarning = { code: "contrast_unreachable"; message: string; entryIds: string[] };
