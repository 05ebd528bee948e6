import type { StoredFont } from "../document/typography";

/** Names that style sheets know by themselves, and which stand without quotes. */
const GENERIC = new Set([
  "serif",
  "sans-serif",
  "monospace",
  "cursive",
  "fantasy",
  "math",
  "emoji",
  "system-ui",
  "ui-serif",
  "ui-sans-serif",
  "ui-monospace",
  "ui-rounded",
]);

/** A name as a string of a style sheet: without what could end one, a rule or the element around it. */
export const cssName = (name: string): string => `"${name.replaceAll(/["'\\<>{};\p{Cc}]/gu, "")}"`;

export const cssFamilies = (families: readonly string[]): string =>
  families.map((family) => (GENERIC.has(family) ? family : cssName(family))).join(", ");

/** `font-feature-settings` that turns a typeface's features on. */
export const cssFeatures = (font: Pick<StoredFont, "opentype_features"> | undefined): string =>
  font?.opentype_features.map(cssName).join(", ") || "normal";
