import type { ColorRole } from "@/lib/contract";
import { TEXT_CONTRAST } from "./contrast";
import type { Colors } from "./edit-colors";
import { contrastRatio } from "./hex";
import type { PaletteEntry } from "./types";

/** Why no fix changes a colour: it is the brand's own, or it is locked. */
export type Kept = "own" | "locked";

/** Colours of these roles are chosen for their look: others of their role can be read in their place. */
const SHOWN_ROLES: readonly ColorRole[] = ["primary", "accent"];

/** The brand's own colour: its seed, where the palette has it, else its first primary one, however it came there. */
export function ownColor({ seed, palette }: Pick<Colors, "seed" | "palette">): PaletteEntry | undefined {
  const isPrimary = ({ role }: PaletteEntry) => role === "primary";
  const seeded = palette.filter(({ hex }) => hex === seed?.hex);
  return seeded.find(isPrimary) ?? seeded[0] ?? palette.find(isPrimary);
}

/** Says of each colour of these why no fix changes it; null of those that one may change. */
export function keptColors(colors: Pick<Colors, "seed" | "palette">): (entry: PaletteEntry) => Kept | null {
  const own = ownColor(colors)?.id;
  return ({ id, locked }) => (id === own ? "own" : locked ? "locked" : null);
}

const readsOn = (hex: string, others: readonly PaletteEntry[]): boolean =>
  others.every((other) => contrastRatio(hex, other.hex) >= TEXT_CONTRAST);

/** What is read as text on every background in the place of a primary or accent colour: others of its role. */
export function standInsOf(palette: readonly PaletteEntry[], entry: PaletteEntry): PaletteEntry[] {
  if (!SHOWN_ROLES.includes(entry.role)) return [];
  const backgrounds = palette.filter(({ role }) => role === "background");
  return palette.filter(({ id, role, hex }) => role === entry.role && id !== entry.id && readsOn(hex, backgrounds));
}

export const textsOn = (palette: readonly PaletteEntry[], entry: PaletteEntry): PaletteEntry[] =>
  palette.filter(({ role, hex }) => role === "text" && readsOn(hex, [entry]));

/** How people are told why a colour is not changed, by itself or under another. */
export const KEPT_WORDS: Record<Kept, { badge: string; sentence: string; ground: string }> = {
  own: {
    badge: "Own colour",
    sentence: "It stays as it is, being the brand’s own colour",
    ground: "The colour under it stays as it is, being the brand’s own",
  },
  locked: {
    badge: "Locked",
    sentence: "It stays as it is, being locked",
    ground: "The colour under it stays as it is, being locked",
  },
};

export const IN_ITS_PLACE = "A colour to use for text in its place can be added.";
