import type { Role } from "@/lib/contract";
import type { BrandHit } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

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

export type Places = {
  tools: readonly { slug: string; name: string }[];
  /** Of the documentation. */
  chapters: readonly { id: string; title: string }[];
};

export type ShellActions = {
  /** The first of the user's brands that match; all of the first when the text is empty. */
  searchBrands: (query: string) => Promise<FormResult<BrandMatches>>;
  /** What in a brand's document matches a text. */
  searchContent: (brandId: string, query: string) => Promise<FormResult<BrandHit[]>>;
  readPlaces: () => Promise<FormResult<Places>>;
  /** Makes a brand the active one and leads to it; answers only when it cannot. `section` is what follows the slug. */
  switchBrand: (brandId: string, section: string) => Promise<FormResult>;
};
