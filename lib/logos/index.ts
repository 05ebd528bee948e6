export type { DerivedForm, DerivedLogo } from "./derive-logo";
export type { IconSource } from "./draw-app-icons";
export { addLogo, changeLogo, type Logos, newLogo, removeLogo, setRules } from "./edit-logos";
export { changeRule, publishLogoRules, type RuleChange, tidyRule, withRule } from "./edit-rule";
export { type LogoLook, logoWarnings } from "./logo-warnings";
export { type ClearSpace, measureClearSpace } from "./measure-clear-space";
export { logoRuleWarnings } from "./rule-warnings";
export { logoRuleText } from "./rule-words";
