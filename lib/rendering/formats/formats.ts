import { asBundlePart, asFigma, asResolver, asTokens, type TokenSource } from "./design-tokens";
import { asAndroid, asSwatches, asSwift } from "./native";
import { asCss, asScss, asTailwind } from "./style-sheets";

export interface Format<Source> {
  label: string;
  mediaType: string;
  write: (source: Source, hub: { baseUrl: string }) => string;
}

/** Formats of tokens, by file name. */
export const TOKEN_FORMATS = {
  "tokens.json": { label: "Design tokens", mediaType: "application/json", write: asTokens },
  "resolver.json": { label: "Design tokens with dark mode", mediaType: "application/json", write: asResolver },
  "tokens.css": { label: "CSS variables", mediaType: "text/css; charset=utf-8", write: asCss },
  "tokens.scss": { label: "Sass", mediaType: "text/x-scss; charset=utf-8", write: asScss },
  "tailwind.css": { label: "Tailwind 4", mediaType: "text/css; charset=utf-8", write: asTailwind },
  "figma-light.json": { label: "Figma variables, light", mediaType: "application/json", write: asFigma("Light") },
  "figma-dark.json": { label: "Figma variables, dark", mediaType: "application/json", write: asFigma("Dark") },
  "ios.swift": { label: "Swift", mediaType: "text/x-swift; charset=utf-8", write: asSwift },
  "android.xml": { label: "Android, light", mediaType: "application/xml", write: asAndroid("light") },
  "android-night.xml": { label: "Android, night", mediaType: "application/xml", write: asAndroid("dark") },
} satisfies Record<string, Format<TokenSource>>;

export interface PaletteFormat {
  value: string;
  label: string;
  fileName: string;
  /** The format of versions that contains it. */
  of?: keyof typeof TOKEN_FORMATS;
  write: (source: TokenSource) => string | Uint8Array<ArrayBuffer>;
}

/** The files of a palette alone, as in the download kit. */
export const PALETTE_FORMATS: readonly PaletteFormat[] = [
  { value: "css", label: "CSS variables", fileName: "palette.css", of: "tokens.css", write: asCss },
  { value: "scss", label: "SCSS", fileName: "palette.scss", of: "tokens.scss", write: asScss },
  { value: "tailwind", label: "Tailwind 4", fileName: "tailwind-theme.css", of: "tailwind.css", write: asTailwind },
  { value: "tokens", label: "Design tokens", fileName: "palette.tokens.json", of: "tokens.json", write: asTokens },
  {
    value: "figma",
    label: "Figma variables",
    fileName: "figma-variables.json",
    of: "figma-light.json",
    write: asFigma("Light"),
  },
  { value: "swift", label: "Swift", fileName: "BrandColor.swift", of: "ios.swift", write: asSwift },
  { value: "android", label: "Android", fileName: "colors.xml", of: "android.xml", write: asAndroid("light") },
  { value: "ase", label: "Adobe swatches", fileName: "palette.ase", write: asSwatches },
  { value: "json", label: "JSON", fileName: "palette.json", write: asBundlePart },
];
