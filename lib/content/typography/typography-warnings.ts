import { TEXT_STYLES } from "@/lib/contract";
import type { StoredFont, StoredTypography } from "../document/typography";
import { coversLanguage } from "./covers-language";
import { fontFor, rolesOf } from "./publish-typography";
import type { NameConflict } from "./typeface-names";
import { ROLE_WORDS, styleName } from "./typography-words";

const DAY_MS = 24 * 60 * 60_000;
/** From here on a licence's end is worth a warning: time to renew it. */
const LICENSE_WARNING_DAYS = 60;

const has = (font: StoredFont, weight: number): boolean =>
  font.files.some(({ weights: [min, max], style }) => style === "normal" && min <= weight && weight <= max);

/** Weights that styles use and that a browser would have to make up. */
function weightWarnings(typography: StoredTypography): string[] {
  return TEXT_STYLES.flatMap((name) => {
    const style = typography.styles[name];
    const font = style && fontFor(typography, style.font);
    if (!style || !font || font.files.length === 0 || has(font, style.fontWeight)) return [];
    return [`${styleName(name)} is set in weight ${style.fontWeight}, of which ${font.family} has no upright file.`];
  });
}

function licenseWarning({ family, license: { expires_on: last } }: StoredFont, now: Date): string[] {
  if (!last) return [];
  const days = Math.floor((Date.parse(`${last}T23:59:59Z`) - now.getTime()) / DAY_MS);
  if (days < 0) return [`The licence of ${family} ended on ${last}.`];
  return days <= LICENSE_WARNING_DAYS ? [`The licence of ${family} ends on ${last}.`] : [];
}

function languageWarnings(font: StoredFont, languages: readonly string[]): string[] {
  if (font.files.length === 0) return [];
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });
  const missing = languages.filter((language) => coversLanguage(font, language) === false);
  return missing.map((language) => `${font.family} lacks letters of ${names.of(language) ?? language}.`);
}

/**
 * What a person should look at before this typography goes out: weights that styles use and no file has, licences that ended or soon will, and
 * languages of the brand (BCP 47) that a typeface with a role cannot write. Nothing of it is refused.
 */
export function typographyWarnings(typography: StoredTypography, languages: readonly string[], now: Date): string[] {
  const used = typography.fonts.filter((font) => rolesOf(typography, font).some((role) => role !== "mono"));
  return [
    ...weightWarnings(typography),
    ...typography.fonts.flatMap((font) => licenseWarning(font, now)),
    ...used.flatMap((font) => languageWarnings(font, languages)),
  ];
}

/** `The identity calls the typeface for headings “Fraunces, semi-bold”, though Geist is chosen for it.` */
export const nameConflictText = ({ role, stated, family }: NameConflict, mark = (text: string) => text): string =>
  `The identity calls the typeface for ${ROLE_WORDS[role]} “${mark(stated)}”, though ${mark(family)} is chosen for it.`;
