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
  chapters: readonly { id: string; title: string }[];
};

export type ShellActions = {
  /** The first matches. An empty query returns the first brands. */
  searchBrands: (query: string) => Promise<FormResult<BrandMatches>>;
  searchContent: (brandId: string, query: string) => Promise<FormResult<BrandHit[]>>;
  readPlaces: () => Promise<FormResult<Places>>;
  /** Makes a brand active and redirects to `section` in it. Returns only on failure. */
  switchBrand: (brandId: string, section: string) => Promise<FormResult>;
};
