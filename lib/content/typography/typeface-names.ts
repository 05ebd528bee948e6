import { FONT_ROLES, type FontRole } from "@/lib/contract";
import type { BrandDocument } from "../document/brand-document";
import type { StoredFont } from "../document/typography";
import { fontFor, identityOf } from "./publish-typography";

type Stated = Pick<BrandDocument, "identity" | "typography">;

/** `Fraunces` of `Fraunces, semi-bold`. */
export const familyAlone = (stated: string | undefined): string | undefined => stated?.split(/[,;(（，、]/)[0]?.trim();

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** `Birch Display, bold` and `Birch` match. */
export const namesFamily = (text: string, family: string): boolean =>
  letters(text).includes(letters(family)) || letters(family).includes(letters(familyAlone(text) ?? ""));

/** The identity's name and the chosen typeface differ. */
export interface NameConflict {
  role: FontRole;
  stated: string;
  family: string;
}

export function nameConflicts({ identity, typography }: Stated): NameConflict[] {
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

/** A CSS string. Drops characters that could end it, the rule or the element. */
export const cssName = (name: string): string => `"${name.replaceAll(/["'\\<>{};\p{Cc}]/gu, "")}"`;

export const cssFamilies = (families: readonly string[]): string =>
  families.map((family) => (GENERIC.has(family) ? family : cssName(family))).join(", ");

export const cssFeatures = (font: Pick<StoredFont, "opentype_features"> | undefined): string =>
  font?.opentype_features.map(cssName).join(", ") || "normal";
