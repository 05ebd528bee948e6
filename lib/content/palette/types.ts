import type { PaletteSeed } from "../document/colors";

export type { PaletteEntry, PaletteSeed } from "../document/colors";
export type Harmony = PaletteSeed["harmony"];

/**
 * A contrast that can't be reached, or is left because the brand's own colour is kept. `entryIds` starts with
 * foreground and
 * background.
 */
export type PaletteWarning = {
  code: "contrast_unreachable" | "own_color_kept";
  message: string;
  entryIds: string[];
};
