import type { ColorForm, Colors, ContrastRemedy, PaletteEntry, PaletteSeed, RegeneratedPalette } from "@/lib/content";

export const PICTURE_PX = 56;

export const RULE_PARAMETER = "rule";

export interface Swatch extends PaletteEntry {
  /** Hex, RGB, HSL and OKLCH. */
  forms: readonly ColorForm[];
  /** Black or white, whichever reads better on it. */
  ink: string;
  description: string;
  blocked: string | null;
}

export interface ContrastCell {
  backgroundId: string;
  ratio: number;
  passes: boolean;
  /** The fix. Null when the pair passes. */
  remedy: ContrastRemedy | null;
}

export interface ContrastLine {
  foreground: Swatch;
  required: number;
  /** One per background, in their order. */
  cells: ContrastCell[];
}

/** A colour of a picture and its share, 0 to 1. */
export interface PictureColors {
  hex: string;
  swatches: { hex: string; share: number }[];
}

export const shareText = (share: number): string => (share < 0.01 ? "under 1 %" : `${Math.round(share * 100)} %`);

export type PreviewPalette = (seed: PaletteSeed) => RegeneratedPalette;

export interface KeptPalette {
  palette: PaletteEntry[];
  seed: PaletteSeed;
  source: "generated" | "extracted";
}

export interface DepthProps {
  colors: Colors;
  swatches: readonly Swatch[];
  canEdit: boolean;
  /** Makes one undoable edit. Edits with the same `joins` become one step. */
  onEdit: (label: string, next: Colors, joins?: string) => void;
}
