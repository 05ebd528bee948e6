export { rulingLock } from "./anchor-hues";
export { type ColorForm, colorForms } from "./color-forms";
export { type Scale, scaleOf } from "./color-scale";
export { gradientText, type NameOf, printText, ruleText, scaleText } from "./color-words";
export { type ContrastRow, contrastMatrix, REQUIRED_CONTRAST } from "./contrast-matrix";
export { darkPalette, proposeDark } from "./dark-set";
export { describeColor } from "./describe-color";
export {
  removeColor,
  removeGradient,
  removeRule,
  setDark,
  setGradient,
  setPrint,
  setRule,
  setScale,
  setStep,
  tidyColors,
} from "./edit-color-depth";
export { addColor, type Colors, changeColor, moveColor } from "./edit-colors";
export { namedColors, paletteAsCss, paletteAsJson, paletteAsTokens } from "./export-palette";
export type { Swatch } from "./extract-palette-seed";
export { DEFAULT_SEED, generatePalette } from "./generate-palette";
export { gradientCss, stopHex } from "./gradients";
export { contrastRatio, hexToRgb, parseHex, readableInk } from "./hex";
export { publishColors } from "./publish-colors";
export type { PictureSource } from "./read-picture-colors";
export { type RegeneratedPalette, regeneratePalette } from "./regenerate-palette";
export { type ContrastFix, fixContrast, suggestFix } from "./suggest-fix";
export { HARMONIES, type Harmony, type PaletteEntry, type PaletteSeed, type PaletteWarning } from "./types";
export { withScales } from "./with-scales";
