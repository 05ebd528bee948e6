export { defaultKindFor } from "./assets/default-kind";
export {
  type AssetQuery,
  addAsset,
  changeAsset,
  collectionsOf,
  countKinds,
  findAssets,
  groupByCollection,
  removeAsset,
  tagsOf,
  tidyAsset,
} from "./assets/edit-assets";
export { collectAssets, overTagLimit, removeAssets, tagAssets, untagAssets } from "./assets/edit-several";
export { DamagedFile, StorageUnavailable } from "./assets/errors";
export type { StorableType } from "./assets/inspect/detect-type";
export { MAX_SVG_BYTES, MAX_UPLOAD_BYTES } from "./assets/inspect/limits";
export type { InspectedFile } from "./assets/inspect-upload";
export { distinctNames, fileNameFor, nameFromFile, stemOf } from "./assets/name-from-file";
export type { PictureToRender } from "./assets/renditions/render-picture";
export {
  hasPicture,
  isPdf,
  measuresOf,
  RENDITIONS,
  type Rendition,
  thumbnailOf,
  type UrlOf,
} from "./assets/renditions/renditions";
export type { SignedFilePath } from "./assets/sign-files";
export type { FileUrlSecret, SignedFileUrl, VerifiedFileUrl } from "./assets/signed-url";
export type { FileStorage, S3Config } from "./assets/storage/index";
export type { StoredUpload } from "./assets/store-upload";
export type { ContentJobs, ContentServices } from "./context";
export { BrandDocument, BrandSnapshot, LogoEntry, StoredAsset } from "./document/brand-document";
export * from "./document/colors";
export { emptyDocument, emptyTypography } from "./document/empty";
export { FileRef } from "./document/file-ref";
export { filesOf } from "./document/files-of";
export * from "./document/foundations";
export * from "./document/guidelines";
export { languageName, ownLanguageName } from "./document/language-name";
export { languageOf, languagesOf } from "./document/language-of";
export { StoredLogoRule } from "./document/logo-rule";
export * from "./document/typography";
export * from "./document/words";
export { renameToken, setToken, whyNoMoreTokens, whyNotName, withStartingTokens } from "./foundations/edit-foundations";
export { foundationWarnings } from "./foundations/foundation-warnings";
export { publishFoundations } from "./foundations/publish-foundations";
export { startingToken } from "./foundations/starting-tokens";
export { borderCss, easingCss, lengthCss, shadowCss } from "./foundations/token-css";
export { foundationsInWords, GROUP_NAMES, tokenText } from "./foundations/token-words";
export { type TokenValue, tokensOf, toMs, toPx } from "./foundations/tokens-of";
export {
  addExample,
  changeDirection,
  type DirectionChange,
  type ExampleList,
  setExample,
  withAssets,
} from "./imagery/edit-imagery";
export { imageryWarnings } from "./imagery/imagery-warnings";
export { exampleText, IMAGERY_NAMES, iconText, imageryInWords } from "./imagery/imagery-words";
export type { DerivedForm, DerivedLogo } from "./logos/derive-logo";
export type { AppIcons, IconOrder } from "./logos/draw-app-icons";
export { addLogo, changeLogo, type Logos, newLogo, removeLogo, setRules } from "./logos/edit-logos";
export { changeRule, publishLogoRules, type RuleChange, tidyRule, withRule } from "./logos/edit-rule";
export { type ForbiddenAct, forbiddenActs } from "./logos/forbidden-acts";
export { groundsOf, homeGround, type LogoGround, statedGrounds } from "./logos/logo-grounds";
export { type LogoLook, logoWarnings } from "./logos/logo-warnings";
export { type ClearSpace, clearSpaceOf, measureClearSpace } from "./logos/measure-clear-space";
export { type DrawnLogo, madeFor, mayBeOwnIcon, pickIcon, pickOnGround } from "./logos/pick-icon";
export { logoRuleWarnings } from "./logos/rule-warnings";
export { logoRuleText } from "./logos/rule-words";
export { type SmallestSize, smallestSizes, smallestSizeText } from "./logos/smallest-sizes";
export { type Cmyk, parseCmyk } from "./palette/cmyk";
export { type ColorForm, colorForms } from "./palette/color-forms";
export { type Scale, scaleOf } from "./palette/color-scale";
export {
  cmykText,
  colorsInWords,
  gradientText,
  type NameOf,
  printText,
  ruleText,
  scaleText,
  type ToldColors,
} from "./palette/color-words";
export { type ContrastLevel, contrastGrid, type GridPair } from "./palette/contrast-grid";
export { type ContrastRow, contrastMatrix, REQUIRED_CONTRAST } from "./palette/contrast-matrix";
export { type Companion, type ContrastRemedy, contrastRemedy } from "./palette/contrast-remedy";
export { darkPalette, proposeDark } from "./palette/dark-set";
export { describeColor } from "./palette/describe-color";
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
} from "./palette/edit-color-depth";
export { addColor, type Colors, changeColor, moveColor } from "./palette/edit-colors";
export { PALETTE_FORMATS, type PaletteFormat } from "./palette/export-formats";
export {
  darkRules,
  HUB_EXTENSION,
  namedColors,
  namedGradients,
  paletteAsCss,
  paletteAsJson,
  paletteAsTokens,
  type Stated,
} from "./palette/export-palette";
export type { Swatch } from "./palette/extract-palette-seed";
export { DEFAULT_SEED, generatePalette } from "./palette/generate-palette";
export { gradientCss, stopHex } from "./palette/gradients";
export { contrastRatio, hexToRgb, parseHex, readableInk } from "./palette/hex";
export { IN_ITS_PLACE, KEPT_WORDS } from "./palette/kept-words";
export { type Kept, keptColors, ownColor, standInsOf } from "./palette/own-color";
export { publishColors } from "./palette/publish-colors";
export { ratioText } from "./palette/ratio-text";
export type { PictureSource } from "./palette/read-picture-colors";
export { type RegeneratedPalette, regeneratePalette } from "./palette/regenerate-palette";
export { type RuleFinding, ruleFindings } from "./palette/rule-findings";
export { type ContrastFix, suggestFix } from "./palette/suggest-fix";
export type { Harmony, PaletteWarning } from "./palette/types";
export { voidSeedText } from "./palette/void-seed-text";
export { withScales } from "./palette/with-scales";
export { coversLanguage } from "./typography/covers-language";
export { cssFamilies, cssFeatures, cssName } from "./typography/css-families";
export {
  addFontFile,
  addNamedFont,
  assignRole,
  changeFont,
  removeFont,
  removeFontFile,
  setStyle,
  startingStyle,
  whyNoMoreFonts,
  whyNotAdd,
  whyNotAddNamed,
  whyNotFamily,
  whyNotFeature,
  withStartingStyles,
} from "./typography/edit-typography";
export { familiesFor, fontFor, identityOf, publishTypography, rolesOf } from "./typography/publish-typography";
export type { FontFacts } from "./typography/read-font";
export {
  familyAlone,
  type NameConflict,
  nameConflicts,
  namesFamily,
  typefaceNames,
  withNames,
  withoutName,
} from "./typography/typeface-names";
export { nameConflictText, typographyWarnings } from "./typography/typography-warnings";
export {
  licenseText,
  ROLE_WORDS,
  scriptsText,
  styleName,
  styleText,
  typographyInWords,
  weightsText,
} from "./typography/typography-words";
