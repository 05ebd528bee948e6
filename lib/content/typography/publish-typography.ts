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
