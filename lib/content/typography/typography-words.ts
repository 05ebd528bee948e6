import { type FontRole, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import type { StoredFont, StoredFontFile, StoredTextStyle, StoredTypography } from "../document/typography";
import { coversLanguage } from "./coverage";
import { fontFor, type NameConflict, rolesOf } from "./publish-typography";

export const ROLE_WORDS: Readonly<Record<FontRole, string>> = {
  heading: "headings",
  body: "body text",
  mono: "monospace text",
};

export const FONT_ROLE_LABELS: Readonly<Record<FontRole, string>> = {
  heading: "Headings",
  body: "Body text",
  mono: "Monospace",
};

export const styleName = (name: TextStyleName): string =>
  name === "cta" ? "Call to action" : name.charAt(0).toUpperCase() + name.slice(1);

const asItIs = (text: string): string => text;

const number = (value: number): string => String(value).replace("-", "−");

/** `400`, `300 to 800`, `700 italic`. */
export const weightsText = ({ weights: [min, max], style }: Pick<StoredFontFile, "weights" | "style">): string =>
  [min === max ? min : `${min} to ${max}`, style === "normal" ? "" : style].join(" ").trim();

export function scriptsText(scripts: readonly string[]): string {
  const names = new Intl.DisplayNames("en", { type: "script", fallback: "code" });
  return scripts.map((script) => names.of(script) ?? script).join(", ");
}

/** `to Alder & Ash, for web and print, until 2027-12-31`. Empty if unknown. */
export function licenseText({ holder, uses, url, expires_on }: StoredFont["license"], mark = asItIs): string {
  return [
    holder && `to ${mark(holder)}`,
    uses.length > 0 && `for ${uses.join(", ")}`,
    expires_on && `until ${expires_on}`,
    url,
  ]
    .filter(Boolean)
    .join(", ");
}

/** `Inter 700, 32 px, line height 1.2, letter spacing −0.5 px`. */
export function styleText(style: StoredTextStyle, family: string | undefined): string {
  const { fontSize, fontWeight, letterSpacing, lineHeight } = style;
  return [
    `${family ?? `The typeface for ${ROLE_WORDS[style.font]}`} ${fontWeight}`,
    `${number(fontSize.value)} ${fontSize.unit}`,
    `line height ${lineHeight}`,
    letterSpacing.value !== 0 && `letter spacing ${number(letterSpacing.value)} ${letterSpacing.unit}`,
  ]
    .filter(Boolean)
    .join(", ");
}

export function typographyInWords(typography: StoredTypography | undefined) {
  if (!typography) return { fonts: [], styles: [] };
  const fonts = typography.fonts.map((font) => {
    const roles = rolesOf(typography, font).map((role) => ROLE_WORDS[role]);
    const license = licenseText(font.license);
    const parts = [
      roles.length > 0 && `for ${roles.join(", ")}`,
      font.files.length > 0 ? `weights ${font.files.map(weightsText).join(", ")}` : "no files",
      font.scripts.length > 0 && scriptsText(font.scripts),
      font.opentype_features.length > 0 && `with ${font.opentype_features.join(", ")}`,
      license && `licensed ${license}`,
    ].filter(Boolean);
    return { name: font.family, text: parts.join("; ") };
  });
  const styles = TEXT_STYLES.flatMap((name) => {
    const style = typography.styles[name];
    const family = style && fontFor(typography, style.font)?.family;
    return style ? [{ name: styleName(name), text: styleText(style, family) }] : [];
  });
  return { fonts, styles };
}

const DAY_MS = 24 * 60 * 60_000;
/** Leaves time to renew. */
const LICENSE_WARNING_DAYS = 60;

const has = (font: StoredFont, weight: number): boolean =>
  font.files.some(({ weights: [min, max], style }) => style === "normal" && min <= weight && weight <= max);

/** A browser would have to synthesise them. */
function weightWarnings(typography: StoredTypography): string[] {
  return TEXT_STYLES.flatMap((name) => {
    const style = typography.styles[name];
    const font = style && fontFor(typography, style.font);
    if (!style || !font || font.files.length === 0 || has(font, style.fontWeight)) return [];
    return [`${styleName(name)} uses weight ${style.fontWeight}, but ${font.family} has no upright file for it.`];
  });
}

function licenseWarning({ family, license: { expires_on: last } }: StoredFont, now: Date): string[] {
  if (!last) return [];
  const days = Math.floor((Date.parse(`${last}T23:59:59Z`) - now.getTime()) / DAY_MS);
  if (days < 0) return [`The licence of ${family} expired on ${last}.`];
  return days <= LICENSE_WARNING_DAYS ? [`The licence of ${family} expires on ${last}.`] : [];
}

function languageWarnings(font: StoredFont, languages: readonly string[]): string[] {
  if (font.files.length === 0) return [];
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });
  const missing = languages.filter((language) => coversLanguage(font, language) === false);
  return missing.map((language) => `${font.family} lacks letters for ${names.of(language) ?? language}.`);
}

/** Missing weights and languages (BCP 47), and licences near or past their end. Warnings don't block publishing. */
export function typographyWarnings(typography: StoredTypography, languages: readonly string[], now: Date): string[] {
  const used = typography.fonts.filter((font) => rolesOf(typography, font).some((role) => role !== "mono"));
  return [
    ...weightWarnings(typography),
    ...typography.fonts.flatMap((font) => licenseWarning(font, now)),
    ...used.flatMap((font) => languageWarnings(font, languages)),
  ];
}

/** `The identity names “Fraunces, semi-bold” as the typeface for headings, but Geist is selected.` */
export const nameConflictText = ({ role, stated, family }: NameConflict, mark = (text: string) => text): string =>
  `The identity names “${mark(stated)}” as the typeface for ${ROLE_WORDS[role]}, but ${mark(family)} is selected.`;
