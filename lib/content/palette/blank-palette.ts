import { COLOR_ROLES, type ColorRole } from "@/lib/contract";
import type { PaletteEntry } from "../document/colors";
import { rulingLock } from "./harmonies";

// By role, so names stay right when colours change.
const TEXTS: Record<ColorRole, { name: string; usage: string }> = {
  primary: { name: "Primary", usage: "The brand's lead colour: headlines, main buttons, key shapes." },
  secondary: {
    name: "Secondary",
    usage: "Supports the primary colour: large areas, secondary buttons, illustrations.",
  },
  accent: { name: "Accent", usage: "Draws the eye to one thing at a time: links, highlights, badges." },
  neutral: { name: "Neutral", usage: "Borders, dividers, icons and quiet areas." },
  background: { name: "Background", usage: "The colour behind everything else." },
  text: { name: "Text", usage: "Body text and headings on the background." },
  success: { name: "Success", usage: "Confirms that something worked." },
  warning: { name: "Warning", usage: "Warnings before people continue." },
  danger: { name: "Danger", usage: "Errors and destructive actions." },
};

type Texts = Pick<PaletteEntry, "name" | "usage" | "role">;

/** For a colour that doesn't work as text or under text. */
export function companionTexts(role: "primary" | "accent"): { forText: Texts; onIt: Texts } {
  return {
    forText: {
      role,
      name: `${TEXTS[role].name} for text`,
      usage: `Text, thin lines and small icons in the brand's colour, where the ${role} colour is too pale to read.`,
    },
    onIt: {
      role: "text",
      name: `Text on ${role}`,
      usage: `Text and icons on the ${role} colour and on the background.`,
    },
  };
}

/** Companions of a primary colour that is unreadable as text. Both still have its hex. */
export function companionsOf(hex: string, newId: () => string): PaletteEntry[] {
  const { forText, onIt } = companionTexts("primary");
  return [forText, onIt].map((companion) => ({ id: newId(), ...companion, hex, locked: false }));
}

/** One entry per role in the contract's order, all still of the same hex. */
export function blankPalette(hex: string, newId: () => string): PaletteEntry[] {
  return COLOR_ROLES.map((role) => ({ id: newId(), ...TEXTS[role], role, hex, locked: false }));
}

/** Null unless a locked colour decides instead of the seed. */
export function voidSeedText(entries: readonly PaletteEntry[]): string | null {
  const ruling = rulingLock(entries);
  if (!ruling) return null;
  return ruling.role === "primary"
    ? `"${ruling.name}" is locked, so this colour has no effect.`
    : `"${ruling.name}" is locked and sets the hues. This colour only sets lightness and strength.`;
}
