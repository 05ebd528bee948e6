import { cssFamilies, familiesFor, fontFor, type StoredFont, type StoredTypography } from "@/lib/content";
import type { FontRole } from "@/lib/contract";

/** The name under which the draft's own files of a typeface are loaded: none that the page or the machine has. */
export const ownFamily = (font: Pick<StoredFont, "id">): string => `draft-${font.id}`;

/** `font-family` for a specimen of one typeface: its own files first. */
export const cssFamiliesOf = (font: StoredFont): string =>
  cssFamilies([ownFamily(font), font.family, ...font.fallbacks, "sans-serif"]);

export function cssFamiliesFor(typography: StoredTypography, role: FontRole): string {
  const font = fontFor(typography, role);
  return cssFamilies([...(font ? [ownFamily(font)] : []), ...familiesFor(typography, role)]);
}
