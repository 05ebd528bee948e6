export {
  archiveBrand,
  archiveBrandAsAdministrator,
  cancelBrandDeletion,
  listArchivedBrands,
  restoreBrand,
  restoreBrandAsAdministrator,
  scheduleBrandDeletion,
} from "./archive-brand";
export {
  checkSlug,
  countMembersWithTwoFactor,
  exportActivity,
  listActivity,
  readBrandQuotas,
  renameBrand,
  setMembersNeedTwoFactor,
  setPublicPage,
  suggestFreeSlug,
} from "./brand-settings";
export { checkJsonSize } from "./check-json-size";
export { createBrand, createBrandFrom, insertBrands } from "./create-brand";
export { deleteDueBrands } from "./delete-due-brands";
export {
  findBrandBySlug,
  findInvitedBrand,
  findPublicBrand,
  findPublicVersion,
  listPublicBrands,
  previewImport,
  previewWebsite,
} from "./find-brand";
export { importBrandFile } from "./import-brand-file";
export { importStated, importTypography } from "./import-styles";
export { importFoundations } from "./import-token-foundations";
export { compileIconBrand, type IconBrand, iconBrands } from "./known/icon-brands";
export { searchKnownBrands } from "./known/search-known-brands";
export { countMyBrands, findBrandCard, getBrandOfHub, listBrandsOfHub, searchMyBrands } from "./list-brands";
export { readHubOverview, readOverview } from "./overview/read-overview";
export { readLogo } from "./pick-logo";
export { readWebsite } from "./website/read-website";
export { findWebsiteLinks } from "./website/scan-page";
