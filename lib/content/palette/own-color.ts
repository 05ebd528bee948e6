import type { ColorRole } from "@/lib/contract";
import type { PaletteEntry } from "../document/colors";
import { TEXT_CONTRAST } from "./contrast";
import type { Colors } from "./edit-colors";
import { contrastRatio } from "./hex";

/** Why a fix leaves a colour unchanged. */
export type Kept = "own" | "locked";

/** Another colour of the role can replace these for text. */
const SHOWN_ROLES: readonly ColorRole[] = ["primary", "accent"];

/** The seed if the palette has it, else the first primary colour. */
export function ownColor({ seed, palette }: Pick<Colors, "seed" | "palette">): PaletteEntry | undefined {
  const isPrimary = ({ role }: PaletteEntry) => role === "primary";
  const seeded = palette.filter(({ hex }) => hex === seed?.hex);
  return seeded.find(isPrimary) ?? seeded[0] ?? palette.find(isPrimary);
}

/** Null for colours that may change. */
export function keptColors(colors: Pick<Colors, "seed" | "palette">): (entry: PaletteEntry) => Kept | null {
  const own = ownColor(colors)?.id;
  return ({ id, locked }) => (id === own ? "own" : locked ? "locked" : null);
}

const readsOn = (hex: string, others: readonly PaletteEntry[]): boolean =>
  others.every((other) => contrastRatio(hex, other.hex) >= TEXT_CONTRAST);

/** Others of the role that are readable on every background. */
export function substitutesOf(palette: readonly PaletteEntry[], entry: PaletteEntry): PaletteEntry[] {
  if (!SHOWN_ROLES.includes(entry.role)) return [];
  const backgrounds = palette.filter(({ role }) => role === "background");
  return palette.filter(({ id, role, hex }) => role === entry.role && id !== entry.id && readsOn(hex, backgrounds));
}

export const textsOn = (palette: readonly PaletteEntry[], entry: PaletteEntry): PaletteEntry[] =>
  palette.filter(({ role, hex }) => role === "text" && readsOn(hex, [entry]));

/** `ground` is for the colour under the text. */
export const KEPT_WORDS: Record<Kept, { badge: string; sentence: string; ground: string }> = {
  own: {
    badge: "Own colour",
    sentence: "It is kept because it is the brand’s own colour",
    ground: "The colour under it is kept because it is the brand’s own",
  },
  locked: {
    badge: "Locked",
    sentence: "It is kept because it is locked",
    ground: "The colour under it is kept because it is locked",
  },
};

export const ADD_TEXT_COLOR = "You can add a colour to use for text instead.";
