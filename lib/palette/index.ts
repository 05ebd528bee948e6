export { type Cmyk, parseCmyk } from "./cmyk";
export { type ColorForm, colorForms } from "./color-forms";
export { type Scale, scaleOf } from "./color-scale";
export {
  cmykText,
  colorsInWords,
  gradientText,
  type NameOf,
  printText,
  ruleText,
  scaleText,
  type ToldColors,
} from "./color-words";
export { type ContrastLevel, contrastGrid, type GridPair } from "./contrast-grid";
export { type ContrastRow, contrastMatrix, REQUIRED_CONTRAST } from "./contrast-matrix";
export { type Companion, type ContrastRemedy, contrastRemedy } from "./contrast-remedy";
export { darkPalette, proposeDark } from "./dark-set";
export { describeColor } from "./describe-color";
export {
  removeColor,
  removeGradient,
  removeRule,
  setDark,
  setDarkSet,
  setGradient,
  setPrint,
  setRule,
  setScale,
  setStep,
  tidyColors,
} from "./edit-color-depth";
export { addColor, type Colors, changeColor, moveColor } from "./edit-colors";
export {
  darkRules,
  HUB_EXTENSION,
  namedColors,
  namedGradients,
  paletteAsCss,
  paletteAsJson,
  paletteAsTokens,
  type Stated,
} from "./export-palette";
export type { Swatch } from "./extract-palette-seed";
export { DEFAULT_SEED, generatePalette } from "./generate-palette";
export { gradientCss, stopHex } from "./gradients";
export { contrastRatio, hexToRgb, parseHex, readableInk } from "./hex";
export { IN_ITS_PLACE, KEPT_WORDS } from "./kept-words";
export { type Kept, keptColors, ownColor, standInsOf } from "./own-color";
export { publishColors } from "./publish-colors";
export { ratioText } from "./ratio-text";
export type { PictureSource } from "./read-picture-colors";
export { type RegeneratedPalette, regeneratePalette } from "./regenerate-palette";
export { type RuleFinding, ruleFindings } from "./rule-findings";
export { type ContrastFix, suggestFix } from "./suggest-fix";
export { HARMONIES, type Harmony, type PaletteEntry, type PaletteSeed, type PaletteWarning } from "./types";
export { voidSeedText } from "./void-seed-text";
export { withScales } from "./with-scales";
