import type { PaletteSeed } from "../document/colors";

export type { PaletteEntry, PaletteSeed } from "../document/colors";
export type Harmony = PaletteSeed["harmony"];

/** `entryIds` starts with foreground and background. */
export type PaletteWarning = {
  code: "contrast_unreachable" | "own_color_kept";
  message: string;
  entryIds: string[];
};
