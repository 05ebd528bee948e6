import type { ColorForm, Colors, ContrastRemedy, PaletteEntry, PaletteSeed, RegeneratedPalette } from "@/lib/content";

/** CSS pixels of a picture to take colours from. */
export const PICTURE_PX = 56;

/** Of the query: the colour rule that is open. */
export const RULE_PARAMETER = "rule";

/** A colour of the palette with what a screen needs to know of it. */
export interface Swatch extends PaletteEntry {
  /** Its hex, RGB, HSL and OKLCH, to show and to copy. */
  forms: readonly ColorForm[];
  /** The one of black and white that reads better on it. */
  ink: string;
  /** For people: "Deep teal". */
  description: string;
  /** Why the acting person may not change it; null when they may. */
  blocked: string | null;
}

export interface ContrastCell {
  backgroundId: string;
  ratio: number;
  passes: boolean;
  /** What mends it; null where it passes. */
  remedy: ContrastRemedy | null;
}

export interface ContrastLine {
  foreground: Swatch;
  required: number;
  /** One for each background, in their order. */
  cells: ContrastCell[];
}

/** A colour of a picture and its share of it, 0..1. */
export interface PictureColors {
  hex: string;
  swatches: { hex: string; share: number }[];
}

export type PreviewPalette = (seed: PaletteSeed) => RegeneratedPalette;

export interface KeptPalette {
  palette: PaletteEntry[];
  seed: PaletteSeed;
  source: "generated" | "extracted";
}

/** What the parts of the page get that state something of the colours beside the palette. */
export interface DepthProps {
  colors: Colors;
  swatches: readonly Swatch[];
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
  /** One edit that can be taken back; what is typed into the same place joins to one. */
  onEdit: (label: string, next: Colors, joins?: string) => void;
}
