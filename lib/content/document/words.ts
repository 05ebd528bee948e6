// No schemas here, so screens don't load the validator.

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

export const COLOR_LIMITS = {
  /** Above the palette's limit, since a merge can leave values of removed colours. */
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

/** Together well below the size limit of a bundle. */
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

/** Safe between CSS quotes. */
export const FONT_FAMILY = /^[^"'\\<>{};\p{Cc}]*$/u;
export const FONT_FAMILY_REFUSED = "A family name can’t contain quotes, brackets or semicolons";

export const FONT_FEATURE = /^[A-Za-z0-9]{4}$/;
export const FONT_FEATURE_REFUSED = "A feature tag has four letters or digits, such as tnum";

export const MAX_LANGUAGES = 20;

/** Together well below the size limit of a bundle. */
export const FOUNDATION_LIMITS = { tokens: 24, name: 40, layers: 4, length: 1000, milliseconds: 60_000 } as const;

/** Key of the hub's `$extensions` in design tokens, for what DTCG can't express. */
export const HUB_EXTENSION = "brand-identity-hub";
