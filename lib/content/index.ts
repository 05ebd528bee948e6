export {
  type AssetQuery,
  addAsset,
  changeAsset,
  collectAssets,
  collectionsOf,
  countKinds,
  defaultKindFor,
  findAssets,
  groupByCollection,
  overTagLimit,
  removeAsset,
  removeAssets,
  tagAssets,
  tagsOf,
  tidyAsset,
  untagAssets,
} from "./assets/edit-assets";
export { DamagedFile, StorageUnavailable } from "./assets/errors";
export type { StorableType } from "./assets/inspect/detect-type";
export { MAX_SVG_BYTES, MAX_UPLOAD_BYTES } from "./assets/inspect/limits";
export type { InspectedFile } from "./assets/inspect-upload";
export { distinctNames, fileNameFor, nameFromFile, stemOf } from "./assets/name-from-file";
export type { PictureToRender } from "./assets/renditions/render-picture";
export {
  hasPicture,
  isPdf,
  parseRendition,
  RENDITIONS,
  type Rendition,
  thumbnailOf,
  type UrlOf,
} from "./assets/renditions/renditions";
export type { FileUrlSecret, SignedFilePath, SignedFileUrl, VerifiedFileUrl } from "./assets/signed-url";
export type { FileStorage, S3Config } from "./assets/storage/index";
export type { StoredUpload } from "./assets/store-upload";
export type { ContentJobs, ContentServices } from "./context";
export {
  BrandDocument,
  BrandSnapshot,
  emptyDocument,
  emptyTypography,
  LogoEntry,
  StoredAsset,
} from "./document/brand-document";
export * from "./document/colors";
export * from "./document/foundations";
export * from "./document/guidelines";
export { FileRef, filesOf, StoredLogoRule } from "./document/guidelines";
export { languageName, languageOf, languagesOf, ownLanguageName } from "./document/languages";
export * from "./document/typography";
export * from "./document/words";
export {
  foundationWarnings,
  renameToken,
  setToken,
  whyNoMoreTokens,
  whyNotName,
  withStartingTokens,
} from "./foundations/edit-foundations";
export { publishFoundations, startingToken } from "./foundations/publish-foundations";
export {
  borderCss,
  easingCss,
  foundationsInWords,
  GROUP_NAMES,
  lengthCss,
  shadowCss,
  type TokenValue,
  tokensOf,
  tokenText,
  toMs,
  toPx,
} from "./foundations/tokens";
export {
  addExample,
  changeDirection,
  type DirectionChange,
  type ExampleList,
  exampleText,
  IMAGERY_NAMES,
  iconText,
  imageryInWords,
  imageryWarnings,
  setExample,
  withAssets,
} from "./imagery/imagery";
export type { DerivedForm, DerivedLogo } from "./logos/derive-logo";
export type { AppIcons, IconInput } from "./logos/draw-app-icons";
export {
  addLogo,
  changeLogo,
  changeRule,
  type Logos,
  newLogo,
  publishLogoRules,
  type RuleChange,
  removeLogo,
  setRules,
  tidyRule,
  withRule,
} from "./logos/edit-logos";
export { type BackgroundOption, backgroundOptions, defaultBackground, ruleBackgrounds } from "./logos/logo-backgrounds";
export { type ForbiddenAct, forbiddenActs, logoRuleText, logoRuleWarnings } from "./logos/logo-rules";
export { logoWarnings, type RenderedLogo } from "./logos/logo-warnings";
export { type ClearSpace, clearSpaceOf, measureClearSpace } from "./logos/measure-clear-space";
export {
  canBeOwnIcon,
  type DrawnLogo,
  madeFor,
  pickIcon,
  pickOnGround,
  type SmallestSize,
  smallestSizes,
  smallestSizeText,
} from "./logos/pick-icon";
export { voidSeedText } from "./palette/blank-palette";
export { type Cmyk, type ColorForm, colorForms, parseCmyk } from "./palette/color-forms";
export { type Scale, scaleOf } from "./palette/color-scale";
export {
  type ColorTexts,
  cmykText,
  colorsInWords,
  gradientText,
  type NameOf,
  printText,
  ruleText,
  scaleText,
} from "./palette/color-words";
export {
  type ContrastLevel,
  type ContrastRow,
  contrastGrid,
  contrastMatrix,
  type GridPair,
  REQUIRED_CONTRAST,
  ratioText,
} from "./palette/contrast";
export { describeColor } from "./palette/describe-color";
export {
  addColor,
  type Colors,
  changeColor,
  moveColor,
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
} from "./palette/edit-colors";
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
export {
  type Companion,
  type ContrastFix,
  type ContrastRemedy,
  contrastRemedy,
  suggestFix,
} from "./palette/suggest-fix";
export type { Harmony, PaletteWarning } from "./palette/types";
export { coversLanguage } from "./typography/coverage";
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
  cssFamilies,
  cssFeatures,
  cssName,
  familyAlone,
  type NameConflict,
  nameConflicts,
  namesFamily,
  typefaceNames,
  withNames,
  withoutName,
} from "./typography/typeface-names";
export {
  licenseText,
  nameConflictText,
  ROLE_WORDS,
  scriptsText,
  styleName,
  styleText,
  typographyInWords,
  typographyWarnings,
  weightsText,
} from "./typography/typography-words";
