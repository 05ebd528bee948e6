import type { PaletteSeed } from "../document/colors";

export type { PaletteEntry, PaletteSeed } from "../document/colors";
export type Harmony = PaletteSeed["harmony"];

/**
 * A contrast that is missed: no choice of the unlocked colours can reach it, or the brand's own colour is kept as it is. `entryIds`
 * starts with the foreground and the background.
 */
export type PaletteWarning = {
  code: "contrast_unreachable" | "own_color_kept";
  message: string;
  entryIds: string[];
};
