import type { FormResult } from "@/lib/actions/form-result";
import type { Role } from "@/lib/contract";

/** A brand as the shell shows it; `mark.url` is a signed URL. */
export type ShellBrand = {
  id: string;
  slug: string;
  name: string;
  role: Role;
  version: number;
  mark: { url: string; background: "light" | "dark" } | null;
};

export type ShellUser = { name: string; email: string; hubAdmin: boolean };

export type BrandMatches = { brands: ShellBrand[]; more: boolean };

/** The shell's server actions. */
export type ShellActions = {
  /** The first of the user's brands that match; all of the first when the text is empty. */
  searchBrands: (query: string) => Promise<FormResult<BrandMatches>>;
  /** Makes a brand the active one and leads to it; answers only when it cannot. `section` is what follows the slug. */
  switchBrand: (brandId: string, section: string) => Promise<FormResult>;
};
