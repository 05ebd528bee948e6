// Without a schema, so that the editor's screens do not load what checks documents.

/** How much a brand may hold; the editor's screens say the same figures. */
export const DOCUMENT_LIMITS = {
  label: 200,
  prose: 2000,
  colors: 60,
  logos: 60,
  logoRules: 50,
  assets: 500,
  collection: 60,
  assetTags: 12,
  assetTag: 40,
  brandName: 120,
} as const;

/** How much a brand may state of its colours beside the palette. */
export const COLOR_LIMITS = {
  /** Colours with a scale, print values or a dark form: above the palette's limit, since a merge may leave those of colours that are gone. */
  stated: 120,
  gradients: 24,
  stops: 8,
  rules: 60,
  name: 120,
  pantone: 60,
  reason: 300,
} as const;

export const HARMONIES = [
  "analogous",
  "complementary",
  "triadic",
  "split-complementary",
  "tetradic",
  "monochromatic",
] as const;

/** How much typography a brand may hold; all of it together stays well below what a bundle carries anyway. */
export const TYPOGRAPHY_LIMITS = {
  fonts: 12,
  files: 20,
  scripts: 60,
  languages: 120,
  name: 120,
  fallbacks: 8,
  features: 20,
  uses: 12,
  text: 500,
} as const;

/** A family's name as style sheets take it between quotes, whoever writes them: nothing in it ends the string or the rule. */
export const FONT_FAMILY = /^[^"'\\<>{};\p{Cc}]*$/u;
export const FONT_FAMILY_REFUSED = "A family’s name has no quotes, brackets or semicolons";

/** A feature's tag in a font (OpenType). */
export const FONT_FEATURE = /^[A-Za-z0-9]{4}$/;
export const FONT_FEATURE_REFUSED = "A feature is four letters or digits, such as tnum";

export const MAX_LANGUAGES = 20;

/** How much of foundations a brand may hold; all of it together stays well below what a bundle carries anyway. */
export const FOUNDATION_LIMITS = { tokens: 24, name: 40, layers: 4, length: 1000, milliseconds: 60_000 } as const;
