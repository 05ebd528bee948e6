import { paletteAsAse } from "./ase";
import { paletteAsCss, paletteAsJson, paletteAsTokens, type Stated } from "./export-palette";
import { paletteAsAndroid, paletteAsFigma, paletteAsScss, paletteAsSwift, paletteAsTailwind } from "./text-formats";
import type { PaletteEntry } from "./types";

export interface PaletteFormat {
  value: string;
  label: string;
  fileName: string;
  /** The palette with what is stated of its colours, as far as the format has a place for it. Absent where it is no text. */
  text?: (palette: readonly PaletteEntry[], stated?: Stated) => string;
  bytes?: (palette: readonly PaletteEntry[], stated?: Stated) => Uint8Array<ArrayBuffer>;
}

export const PALETTE_FORMATS: readonly PaletteFormat[] = [
  { value: "css", label: "CSS variables", fileName: "palette.css", text: paletteAsCss },
  { value: "scss", label: "SCSS", fileName: "palette.scss", text: paletteAsScss },
  { value: "tailwind", label: "Tailwind 4", fileName: "tailwind-theme.css", text: paletteAsTailwind },
  { value: "tokens", label: "Design tokens", fileName: "palette.tokens.json", text: paletteAsTokens },
  { value: "figma", label: "Figma variables", fileName: "figma-variables.json", text: paletteAsFigma },
  { value: "swift", label: "Swift", fileName: "BrandColor.swift", text: paletteAsSwift },
  { value: "android", label: "Android", fileName: "colors.xml", text: paletteAsAndroid },
  { value: "ase", label: "Adobe swatches", fileName: "palette.ase", bytes: paletteAsAse },
  { value: "json", label: "JSON", fileName: "palette.json", text: paletteAsJson },
];
