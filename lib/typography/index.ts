export { coversLanguage } from "./coverage";
export { familiesFor, fontFor, identityOf, publishTypography, rolesOf } from "./publish-typography";
export type { FontFacts } from "./read-font";
