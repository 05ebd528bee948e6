import { FONT_ROLES, type FontRole, TEXT_STYLES, type TextStyleName } from "@/lib/contract";
import type { FileRef } from "../document/guidelines";
import type { StoredFont, StoredFontFile, StoredTextStyle, StoredTypography } from "../document/typography";
import {
  FONT_FAMILY,
  FONT_FAMILY_REFUSED,
  FONT_FEATURE,
  FONT_FEATURE_REFUSED,
  TYPOGRAPHY_LIMITS,
} from "../document/words";
import type { FontFacts } from "./read-font";

const sameFamily = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];

const isRegular = ({ weights: [min, max], style }: Pick<StoredFontFile, "weights" | "style">) =>
  style === "normal" && min <= 400 && max >= 400;

/** Replaces a file with the same content, or the same weights and style. */
function withFile(font: StoredFont, file: FileRef, facts: FontFacts): StoredFont {
  const added: StoredFontFile = { file, weights: facts.weights, style: facts.style };
  const others = font.files.filter(
    (one) =>
      one.file.sha256 !== file.sha256 && (one.style !== added.style || one.weights.join() !== added.weights.join()),
  );
  return {
    ...font,
    files: [...others, added].sort((a, b) => a.weights[0] - b.weights[0] || (a.style < b.style ? 1 : -1)),
    scripts: union(font.scripts, facts.scripts),
    languages: union(font.languages, facts.languages).sort(),
    fallbacks: font.fallbacks.length > 0 ? font.fallbacks : facts.fallbacks,
    // Most text uses the regular file.
    metrics: isRegular(added) || !font.metrics ? (facts.metrics ?? font.metrics) : font.metrics,
    license: { ...font.license, url: font.license.url || facts.licenseUrl },
  };
}

export const emptyTypography = (): StoredTypography => ({ fonts: [], roles: {}, styles: {} });

export const newFont = (id: string, family: string): StoredFont => ({
  id,
  family,
  files: [],
  scripts: [],
  languages: [],
  fallbacks: [],
  opentype_features: [],
  metrics: null,
  license: { holder: "", uses: [], url: "", expires_on: null },
});

/** Roles are free if no typeface has them. */
function withFreeRoles(typography: StoredTypography, id: string, fixedWidth: boolean): StoredTypography {
  const known = new Set(typography.fonts.map((font) => font.id));
  const roles = { ...typography.roles };
  const suits: FontRole[] = fixedWidth ? ["mono"] : ["heading", "body"];
  for (const role of suits) if (!roles[role] || !known.has(roles[role])) roles[role] = id;
  return { ...typography, roles };
}

export const whyNoMoreFonts = ({ fonts }: StoredTypography): string | null =>
  fonts.length >= TYPOGRAPHY_LIMITS.fonts ? `A brand has at most ${TYPOGRAPHY_LIMITS.fonts} typefaces.` : null;

export function whyNotAdd(typography: StoredTypography, facts: FontFacts): string | null {
  const font = typography.fonts.find(({ family }) => sameFamily(family, facts.family));
  if (!font) return whyNoMoreFonts(typography);
  return font.files.length >= TYPOGRAPHY_LIMITS.files
    ? `A typeface has at most ${TYPOGRAPHY_LIMITS.files} files. A variable font has all weights in one.`
    : null;
}

export const whyNotFamily = (family: string): string | null =>
  FONT_FAMILY.test(family) ? null : `${FONT_FAMILY_REFUSED}.`;

export function whyNotAddNamed(typography: StoredTypography, family: string): string | null {
  if (family.trim() === "") return "Enter a family name.";
  if (typography.fonts.some((font) => sameFamily(font.family, family)))
    return "A typeface with this name already exists.";
  return whyNotFamily(family) ?? whyNoMoreFonts(typography);
}

export const whyNotFeature = (tag: string): string | null =>
  FONT_FEATURE.test(tag) ? null : `${FONT_FEATURE_REFUSED}.`;

/** Adds to the typeface of the file's family, or to a new one that takes free roles. */
export function addFontFile(
  typography: StoredTypography,
  { id, file, facts }: { id: string; file: FileRef; facts: FontFacts },
): StoredTypography {
  const known = typography.fonts.find(({ family }) => sameFamily(family, facts.family));
  if (known) return changeFont(typography, known.id, withFile(known, file, facts));
  const font = withFile(newFont(id, facts.family), file, facts);
  return withFreeRoles({ ...typography, fonts: [...typography.fonts, font] }, id, facts.fixedWidth);
}

export const addNamedFont = (typography: StoredTypography, id: string, family: string): StoredTypography =>
  withFreeRoles({ ...typography, fonts: [...typography.fonts, newFont(id, family)] }, id, false);

export const changeFont = (
  typography: StoredTypography,
  id: string,
  change: Partial<Omit<StoredFont, "id">>,
): StoredTypography => ({
  ...typography,
  fonts: typography.fonts.map((font) => (font.id === id ? { ...font, ...change } : font)),
});

/** Removing the last file also clears what was read from it. */
export function removeFontFile(typography: StoredTypography, id: string, sha256: string): StoredTypography {
  const font = typography.fonts.find((one) => one.id === id);
  const files = font?.files.filter(({ file }) => file.sha256 !== sha256) ?? [];
  const read = files.length > 0 ? {} : { scripts: [], languages: [], metrics: null };
  return changeFont(typography, id, { files, ...read });
}

export function removeFont({ fonts, roles, styles }: StoredTypography, id: string): StoredTypography {
  const left = FONT_ROLES.flatMap((role) => (roles[role] && roles[role] !== id ? [[role, roles[role]]] : []));
  return { fonts: fonts.filter((font) => font.id !== id), roles: Object.fromEntries(left), styles };
}

export function assignRole(typography: StoredTypography, role: FontRole, id: string | null): StoredTypography {
  const { [role]: _, ...others } = typography.roles;
  return { ...typography, roles: id ? { ...others, [role]: id } : others };
}

export function setStyle(
  typography: StoredTypography,
  name: TextStyleName,
  style: StoredTextStyle | null,
): StoredTypography {
  const { [name]: _, ...others } = typography.styles;
  return { ...typography, styles: style ? { ...others, [name]: style } : others };
}

const px = (value: number) => ({ value, unit: "px" as const });
const style = (
  font: FontRole,
  size: number,
  fontWeight: number,
  spacing: number,
  lineHeight: number,
): StoredTextStyle => ({
  font,
  fontSize: px(size),
  fontWeight,
  letterSpacing: px(spacing),
  lineHeight,
});

/** Sizes a fourth apart around 16-pixel body text. */
const startingStyles = (): Readonly<Record<TextStyleName, StoredTextStyle>> => ({
  display: style("heading", 50, 700, -1, 1.1),
  heading: style("heading", 38, 700, -0.5, 1.15),
  subheading: style("heading", 21, 600, 0, 1.3),
  body: style("body", 16, 400, 0, 1.5),
  caption: style("body", 13, 400, 0, 1.4),
  label: style("body", 14, 500, 0, 1.3),
  cta: style("body", 16, 600, 0, 1.2),
});

export const startingStyle = (name: TextStyleName): StoredTextStyle => startingStyles()[name];

export const withStartingStyles = (typography: StoredTypography): StoredTypography => ({
  ...typography,
  styles: Object.fromEntries(TEXT_STYLES.map((name) => [name, typography.styles[name] ?? startingStyle(name)])),
});
