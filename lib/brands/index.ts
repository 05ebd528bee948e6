export { MAX_SLUG_LENGTH, RESERVED_SLUGS, suggestSlug } from "./brand-names";
export type { SlugCheck } from "./check-slug";
export type { NewBrand } from "./create-brand";
export type { BrandStart, NewBrandFrom } from "./create-brand-from";
export type { Brand, PublicBrand } from "./find-brand";
export { type ImportedBrand, MAX_IMPORT_BYTES } from "./imported-brand";
export { type BrandCover, type BrandMark, pickBrandMark, pickCover } from "./pick-logo";
export type { LogoFindings } from "./read-logo";
export type { BrandCard } from "./search-my-brands";
