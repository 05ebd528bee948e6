export { archiveBrand, archiveBrandAsAdministrator } from "./archive-brand";
export {
  cancelBrandDeletion,
  listArchivedBrands,
  restoreBrand,
  restoreBrandAsAdministrator,
  scheduleBrandDeletion,
} from "./archived-brands";
export { exportActivity, listActivity, readBrandQuotas } from "./brand-details";
export { renameBrand, setPublicPage } from "./brand-settings";
export { getBrandOfHub, listBrandsOfHub } from "./brands-of-hub";
export { checkJsonSize } from "./check-json-size";
export { checkSlug, suggestFreeSlug } from "./check-slug";
export { createBrand } from "./create-brand";
export { createBrandFrom } from "./create-brand-from";
export { deleteDueBrands } from "./delete-due-brands";
export { findBrandBySlug, findPublicBrand } from "./find-brand";
export { importBrandFile } from "./import-brand-file";
export { importStated } from "./import-colors";
export { importFoundations } from "./import-foundations";
export { importTypography } from "./import-typography";
export { insertBrands } from "./insert-brands";
export { compileIconBrand, type IconBrand, iconBrands } from "./known/icon-brands";
export { searchKnownBrands } from "./known/search-known-brands";
export { readHubOverview } from "./overview/read-hub-overview";
export { readOverview } from "./overview/read-overview";
export { previewImport, previewWebsite } from "./previews";
export { readLogo } from "./read-logo";
export { countMyBrands, findBrandCard, searchMyBrands } from "./search-my-brands";
export { countTwoStepOfMembers, setTwoStepOfMembers } from "./two-step-of-members";
export { readWebsite } from "./website/read-website";
