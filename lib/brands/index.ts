export type { ArchivedBrand } from "./archive-brand";
export type { SlugCheck, TwoFactorCounts } from "./brand-settings";
export type { BrandJobs, BrandServices } from "./context";
export type { BrandStart, NewBrand } from "./create-brand";
export type { Brand, PublicBrand } from "./find-brand";
export {
  HUB_BRAND_STATES,
  type HubBrandState,
  type ImportedBrand,
  isShownPublicly,
  MAX_IMPORT_BYTES,
} from "./imported-brand";
export { knownPalette } from "./known/known-palette";
export type { KnownBrand } from "./known/search-known-brands";
export type { BrandCard, HubBrand, HubBrandDetails } from "./list-brands";
export { type ContrastProblem, type ToolTrouble, toolTrouble } from "./overview/problems";
export type { ExpiringKey, FirstStep, HubOverview, Overview } from "./overview/read-overview";
export { type BrandCover, type BrandMark, type LogoFindings, pickBrandMark, pickCover } from "./pick-logo";
export type { WebsiteChoice, WebsiteFindings, WebsiteSource } from "./website/website-findings";
