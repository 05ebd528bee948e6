export * from "./assets/edit-assets";
export { DamagedFile, StorageUnavailable } from "./assets/errors";
export type { StorableType } from "./assets/inspect/detect-type";
export { MAX_SVG_BYTES, MAX_UPLOAD_BYTES } from "./assets/inspect/limits";
export type { InspectedFile } from "./assets/inspect-upload";
export { distinctNames, fileNameFor, nameFromFile, stemOf } from "./assets/name-from-file";
export type { PictureToRender } from "./assets/renditions/render-picture";
export * from "./assets/renditions/renditions";
export type { FileUrlSecret, SignedFilePath, SignedFileUrl, VerifiedFileUrl } from "./assets/signed-url";
export type { FileStorage, S3Config } from "./assets/storage/index";
export type { StoredUpload } from "./assets/store-upload";
export type { ContentJobs, ContentServices } from "./context";
export * from "./document/brand-document";
export * from "./document/colors";
export * from "./document/foundations";
export * from "./document/guidelines";
export { languageName, languageOf, languagesOf, ownLanguageName } from "./document/languages";
export * from "./document/typography";
export * from "./document/words";
export * from "./foundations/edit-foundations";
export { publishFoundations, startingToken } from "./foundations/publish-foundations";
export * from "./foundations/tokens";
export * from "./imagery/imagery";
export type { DerivedForm, DerivedLogo } from "./logos/derive-logo";
export type { AppIcons, IconInput } from "./logos/draw-app-icons";
export * from "./logos/edit-logos";
export { type BackgroundOption, backgroundOptions, defaultBackground, ruleBackgrounds } from "./logos/logo-backgrounds";
export { type ForbiddenAct, forbiddenActs, logoRuleText, logoRuleWarnings } from "./logos/logo-rules";
export { logoWarnings, type RenderedLogo } from "./logos/logo-warnings";
export { type ClearSpace, clearSpaceOf, measureClearSpace } from "./logos/measure-clear-space";
export * from "./logos/pick-icon";
export { voidSeedText } from "./palette/blank-palette";
export { type Cmyk, type ColorForm, colorForms, parseCmyk } from "./palette/color-forms";
export { type Scale, scaleOf } from "./palette/color-scale";
export * from "./palette/color-words";
export * from "./palette/contrast";
export { describeColor } from "./palette/describe-color";
export * from "./palette/edit-colors";
export { PALETTE_FORMATS, type PaletteFormat } from "./palette/export-formats";
export {
  type ColorSettings,
  HUB_EXTENSION,
  paletteAsCss,
  paletteAsJson,
  paletteAsTokens,
} from "./palette/export-palette";
export type { PictureSource, Swatch } from "./palette/extract-palette-seed";
export { DEFAULT_SEED, darkPalette, generatePalette, proposeDark } from "./palette/generate-palette";
export { gradientCss, stopHex } from "./palette/gradients";
export { contrastRatio, hexToRgb, parseHex, readableInk } from "./palette/hex";
export { ADD_TEXT_COLOR, KEPT_WORDS, type Kept, keptColors, ownColor, substitutesOf } from "./palette/own-color";
export { publishColors } from "./palette/publish-colors";
export { type RegeneratedPalette, regeneratePalette } from "./palette/regenerate-palette";
export { type RuleFinding, ruleFindings } from "./palette/rule-findings";
export * from "./palette/suggest-fix";
export type { Harmony, PaletteWarning } from "./palette/types";
export { coversLanguage } from "./typography/coverage";
export * from "./typography/edit-typography";
export { familiesFor, fontFor, identityOf, publishTypography, rolesOf } from "./typography/publish-typography";
export type { FontFacts } from "./typography/read-font";
export * from "./typography/typeface-names";
export * from "./typography/typography-words";
