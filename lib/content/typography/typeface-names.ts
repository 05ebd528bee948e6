import { FONT_ROLES, type FontRole } from "@/lib/contract";
import type { BrandDocument } from "../document/brand-document";
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
