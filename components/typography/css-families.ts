import type { StoredFont, StoredTypography } from "@/lib/brand-document";
import type { FontRole } from "@/lib/contract";
import { familiesFor, fontFor } from "@/lib/typography";

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

/** The name under which the draft's own files of a typeface are loaded: none that the page or the machine has. */
export const ownFamily = (font: Pick<StoredFont, "id">): string => `draft-${font.id}`;

const cssList = (families: readonly string[]): string =>
  families.map((family) => (GENERIC.has(family) ? family : `"${family.replaceAll(/["\\]/g, "")}"`)).join(", ");

/** `font-family` for a specimen of one typeface: its own files first. */
export const cssFamiliesOf = (font: StoredFont): string =>
  cssList([ownFamily(font), font.family, ...font.fallbacks, "sans-serif"]);

/** `font-family` for what is set in a role. */
export function cssFamiliesFor(typography: StoredTypography, role: FontRole): string {
  const font = fontFor(typography, role);
  return cssList([...(font ? [ownFamily(font)] : []), ...familiesFor(typography, role)]);
}

/** `font-feature-settings` that turns a typeface's features on. */
export const cssFeatures = (font: StoredFont | undefined): string =>
  font?.opentype_features.map((tag) => `"${tag}"`).join(", ") || "normal";
