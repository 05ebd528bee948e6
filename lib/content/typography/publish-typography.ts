import type { z } from "zod";
import {
  type CompiledIdentity,
  FONT_ROLES,
  type FontEntry,
  type FontFile,
  type FontLicense,
  type FontRole,
  TEXT_STYLES,
  type TextStyles,
} from "@/lib/contract";
import type { BrandDocument } from "../document/brand-document";
import type { FileRef } from "../document/guidelines";
import type { StoredFont, StoredFontFile, StoredTypography } from "../document/typography";

const GENERIC: Record<FontRole, string> = { heading: "sans-serif", body: "sans-serif", mono: "monospace" };

export const fontFor = ({ fonts, roles }: StoredTypography, role: FontRole): StoredFont | undefined =>
  fonts.find(({ id }) => id === roles[role]);

export const rolesOf = ({ roles }: StoredTypography, font: StoredFont): FontRole[] =>
  FONT_ROLES.filter((role) => roles[role] === font.id);

/** Ends with a generic family. */
export function familiesFor(typography: StoredTypography, role: FontRole): string[] {
  const font = fontFor(typography, role);
  const families = font ? [font.family, ...font.fallbacks] : [];
  return [...new Set([...families, GENERIC[role]])];
}

/**
 * Adds missing typeface names from the roles. They are not stored, so they follow a change. Returns the same object if
 * none is missing.
 */
export function identityOf({ identity, typography }: Pick<BrandDocument, "identity" | "typography">): CompiledIdentity {
  if (!typography) return identity;
  const derived = FONT_ROLES.flatMap((role): [FontRole, string][] => {
    const family = fontFor(typography, role)?.family;
    return family && !identity.brand.typography?.[role] ? [[role, family]] : [];
  });
  if (derived.length === 0) return identity;
  const names = { ...identity.brand.typography, ...Object.fromEntries(derived) };
  return { ...identity, brand: { ...identity.brand, typography: names } };
}

function licenseOf({ holder, uses, url, expires_on }: StoredFont["license"]): FontLicense | null {
  const license = {
    ...(holder && { holder }),
    ...(uses.length > 0 && { uses }),
    ...(url && { url }),
    ...(expires_on && { expires_on }),
  };
  return Object.keys(license).length > 0 ? license : null;
}

type UnsignedFile = Omit<z.input<typeof FontFile>, "url" | "url_expires_at">;

function fileOf({ file, weights: [min, max], style }: StoredFontFile): UnsignedFile {
  const { id, sha256, mime, bytes } = file;
  return {
    asset_id: id,
    sha256,
    ...(min === max ? { weight: min } : { weight_range: [min, max] }),
    style,
    mime,
    bytes,
  };
}

type Sign<Url extends object> = (file: FileRef) => Url;

type Styles = z.input<typeof TextStyles>;

export interface PublishedTypography<Url extends object = object> {
  fonts?: (Omit<z.input<typeof FontEntry>, "files"> & { files: (UnsignedFile & Url)[] })[];
  text_styles?: Styles;
}

export function publishTypography<Url extends object>(
  typography: StoredTypography | undefined,
  sign: Sign<Url>,
): PublishedTypography<Url> {
  if (!typography) return {};
  const fonts = typography.fonts.map((font) => {
    const { id, family, files, scripts, fallbacks, opentype_features, metrics } = font;
    const license = licenseOf(font.license);
    return {
      id,
      family,
      roles: rolesOf(typography, font),
      files: files.map((entry) => ({ ...fileOf(entry), ...sign(entry.file) })),
      scripts,
      fallbacks,
      opentype_features,
      ...(metrics && { metrics }),
      ...(license && { license }),
    };
  });
  const styles = TEXT_STYLES.flatMap((name) => {
    const style = typography.styles[name];
    if (!style) return [];
    const { font, ...rest } = style;
    return [[name, { fontFamily: familiesFor(typography, font), ...rest }]];
  });
  return { fonts, ...(styles.length > 0 && { text_styles: Object.fromEntries(styles) as Styles }) };
}

type Stated = Pick<BrandDocument, "identity" | "typography">;

/** `Fraunces` of `Fraunces, semi-bold`. */
export const familyAlone = (stated: string | undefined): string | undefined => stated?.split(/[,;(（，、]/)[0]?.trim();

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** `Birch Display, bold` and `Birch` match. */
export const namesFamily = (text: string, family: string): boolean =>
  letters(text).includes(letters(family)) || letters(family).includes(letters(familyAlone(text) ?? ""));

/** The identity's name and the chosen typeface differ. */
export type NameConflict = ReturnType<typeof nameConflicts>[number];

export function nameConflicts({ identity, typography }: Stated) {
  return FONT_ROLES.flatMap((role) => {
    const family = typography && fontFor(typography, role)?.family;
    const stated = identity.brand.typography?.[role];
    return family && stated && !namesFamily(stated, family) ? [{ role, stated, family }] : [];
  });
}

/** As written, unless uploaded files of another family have the role. */
export function typefaceNames(brand: Stated): Partial<Record<FontRole, string>> {
  const names = { ...identityOf(brand).brand.typography };
  for (const { role, family } of nameConflicts(brand))
    if (brand.typography && fontFor(brand.typography, role)?.files.length) names[role] = family;
  return names;
}

type Names = BrandDocument["identity"]["brand"]["typography"];

export function withoutName(names: Names, role: FontRole): Names {
  const { [role]: _, ...others } = names ?? {};
  return Object.keys(others).length > 0 ? others : undefined;
}

export function withNames(identity: BrandDocument["identity"], names: Names): BrandDocument["identity"] {
  const { typography: current, ...brand } = identity.brand;
  return current === names ? identity : { ...identity, brand: { ...brand, ...(names && { typography: names }) } };
}

const WEIGHTS: Record<string, number> = {
  ...{ thin: 100, hairline: 100, extralight: 200, ultralight: 200, light: 300, semilight: 350, demilight: 350 },
  ...{ regular: 400, medium: 500, semibold: 600, demibold: 600, bold: 700, extrabold: 800, ultrabold: 800 },
  ...{ heavy: 900, black: 900, extrablack: 950, ultrablack: 950 },
};
const LAST_WEIGHT =
  /^(.+?)[\s-]+((?:(?:extra|ultra|semi|demi)[\s-]?)?(?:thin|hairline|light|regular|medium|bold|heavy|black))$/i;
const NEAR = 100;

/**
 * `Poppins` for `Poppins ExtraBold` at 800. Light weights always go, since static files keep the name of a variable
 * font's first master. A weight that doesn't match the file belongs to the name: `Archivo Black` at 400.
 */
export function withoutWeight(name: string, { weight, isVariable }: { weight: number; isVariable: boolean }): string {
  const [, family, word] = LAST_WEIGHT.exec(name) ?? [];
  const named = WEIGHTS[word?.toLowerCase().replace(/[\s-]/g, "") ?? ""];
  if (!family || named === undefined) return name;
  const isOfFile = isVariable || named < 400 || Math.abs(named - weight) <= NEAR;
  return isOfFile ? withoutWeight(family, { weight, isVariable }) : name;
}

/** CSS keywords, which must not be quoted. */
const GENERIC_FAMILIES = new Set([
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

/** A CSS string. Drops characters that could end it, the rule or the element. */
export const cssName = (name: string): string => `"${name.replaceAll(/["'\\<>{};\p{Cc}]/gu, "")}"`;

export const cssFamilies = (families: readonly string[]): string =>
  families.map((family) => (GENERIC_FAMILIES.has(family) ? family : cssName(family))).join(", ");

export const cssFeatures = (font: Pick<StoredFont, "opentype_features"> | undefined): string =>
  font?.opentype_features.map(cssName).join(", ") || "normal";
