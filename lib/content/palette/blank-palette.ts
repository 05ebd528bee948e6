import { COLOR_ROLES, type ColorRole } from "@/lib/contract";
import { rulingLock } from "./harmonies";
import type { PaletteEntry } from "./types";

// Names say the role, not the colour: they stay when the colour changes.
const TEXTS: Record<ColorRole, { name: string; usage: string }> = {
  primary: { name: "Primary", usage: "The brand's lead colour: headlines, main buttons, key shapes." },
  secondary: {
    name: "Secondary",
    usage: "Supports the primary colour: large areas, secondary buttons, illustrations.",
  },
  accent: { name: "Accent", usage: "Draws the eye to one thing at a time: links, highlights, badges." },
  neutral: { name: "Neutral", usage: "Borders, dividers, icons and quiet surfaces." },
  background: { name: "Background", usage: "The surface behind everything else." },
  text: { name: "Text", usage: "Body text and headings on the background." },
  success: { name: "Success", usage: "Confirms that something worked." },
  warning: { name: "Warning", usage: "Asks for care before going on." },
  danger: { name: "Danger", usage: "Errors, and actions that destroy something." },
};

type Texts = Pick<PaletteEntry, "name" | "usage" | "role">;

/** What goes with a primary or accent colour that text cannot be set in or on as it is; of roles that every reader knows. */
export function companionTexts(role: "primary" | "accent"): { forText: Texts; onIt: Texts } {
  return {
    forText: {
      role,
      name: `${TEXTS[role].name} for text`,
      usage: `Text, thin lines and small icons in the brand's colour, where the ${role} colour itself is too pale to read.`,
    },
    onIt: {
      role: "text",
      name: `Text on ${role}`,
      usage: `Text and icons on the ${role} colour, and on the background too.`,
    },
  };
}

/** Gives the unlocked companions of a primary colour that does not read as text, all of the same colour still. */
export function companionsOf(hex: string, newId: () => string): PaletteEntry[] {
  const { forText, onIt } = companionTexts("primary");
  return [forText, onIt].map((companion) => ({ id: newId(), ...companion, hex, locked: false }));
}

/** Gives one unlocked entry for each of the nine roles, in the contract's order, all of the same colour still. */
export function blankPalette(hex: string, newId: () => string): PaletteEntry[] {
  return COLOR_ROLES.map((role) => ({ id: newId(), ...TEXTS[role], role, hex, locked: false }));
}

/** Says how little a colour to grow the palette from decides, where a locked one of these entries does in its stead; else null. */
export function voidSeedText(entries: readonly PaletteEntry[]): string | null {
  const ruling = rulingLock(entries);
  if (!ruling) return null;
  return ruling.role === "primary"
    ? `"${ruling.name}" is locked and decides instead: this colour changes nothing.`
    : `"${ruling.name}" is locked and sets the hues: this colour decides only how light and how strong the others are.`;
}
