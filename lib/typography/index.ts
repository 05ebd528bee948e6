export { coversLanguage } from "./covers-language";
export { cssFamilies, cssFeatures, cssName } from "./css-families";
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
} from "./edit-typography";
export { familiesFor, fontFor, identityOf, publishTypography, rolesOf } from "./publish-typography";
export type { FontFacts } from "./read-font";
export {
  familyAlone,
  type NameConflict,
  nameConflicts,
  namesFamily,
  typefaceNames,
  withNames,
  withoutName,
} from "./typeface-names";
export { nameConflictText, typographyWarnings } from "./typography-warnings";
export {
  licenseText,
  ROLE_WORDS,
  scriptsText,
  styleName,
  styleText,
  typographyInWords,
  weightsText,
} from "./typography-words";
