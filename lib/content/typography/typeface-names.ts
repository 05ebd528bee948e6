import { FONT_ROLES, type FontRole } from "@/lib/contract";
import type { BrandDocument } from "../document/brand-document";
import type { StoredFont } from "../document/typography";
import { fontFor, identityOf } from "./publish-typography";

type Stated = Pick<BrandDocument, "identity" | "typography">;

/** The family alone: `Fraunces` of `Fraunces, semi-bold`. */
export const familyAlone = (stated: string | undefined): string | undefined => stated?.split(/[,;(（，、]/)[0]?.trim();

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a text speaks of a family, or of a part or a cut of it: `Birch Display, bold` and `Birch` do of each other. */
export const namesFamily = (text: string, family: string): boolean =>
  letters(text).includes(letters(family)) || letters(family).includes(letters(familyAlone(text) ?? ""));

/** A name in the identity that is not the family of the typeface with that role. */
export interface NameConflict {
  role: FontRole;
  stated: string;
  family: string;
}

/** Where the three names of the identity contradict what typefaces have the roles. A name that nobody wrote cannot. */
export function nameConflicts({ identity, typography }: Stated): NameConflict[] {
  return FONT_ROLES.flatMap((role) => {
    const family = typography && fontFor(typography, role)?.family;
    const stated = identity.brand.typography?.[role];
    return family && stated && !namesFamily(stated, family) ? [{ role, stated, family }] : [];
  });
}

/** The names by which people are told what a brand is set in: as stated, but where a file of another family has the role, that family. */
export function typefaceNames(brand: Stated): Partial<Record<FontRole, string>> {
  const names = { ...identityOf(brand).brand.typography };
  for (const { role, family } of nameConflicts(brand))
    if (brand.typography && fontFor(brand.typography, role)?.files.length) names[role] = family;
  return names;
}

type Names = BrandDocument["identity"]["brand"]["typography"];

/** The names without one of them, which from then on follows the typeface with that role; none for no name. */
export function withoutName(names: Names, role: FontRole): Names {
  const { [role]: _, ...others } = names ?? {};
  return Object.keys(others).length > 0 ? others : undefined;
}

/** The identity with other names of typefaces, or with none. */
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
 * The family that a file belongs to, without a weight at the end of its name: `Poppins` of `Poppins ExtraBold` at 800. A light weight is that of a
 * variable font's first master, which static files cut from it keep in their names. Another weight than the file has is a name: `Archivo Black` at 400.
 */
export function withoutWeight(name: string, { weight, isVariable }: { weight: number; isVariable: boolean }): string {
  const [, family, word] = LAST_WEIGHT.exec(name) ?? [];
  const named = WEIGHTS[word?.toLowerCase().replace(/[\s-]/g, "") ?? ""];
  if (!family || named === undefined) return name;
  const isOfFile = isVariable || named < 400 || Math.abs(named - weight) <= NEAR;
  return isOfFile ? withoutWeight(family, { weight, isVariable }) : name;
}

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
