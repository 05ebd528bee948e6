export { archiveBrand, archiveBrandAsAdministrator } from "./archive-brand";
export {
  cancelBrandDeletion,
  listArchivedBrands,
  restoreBrand,
  restoreBrandAsAdministrator,
  scheduleBrandDeletion,
} from "./archived-brands";
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
export { exportActivity, listActivity } from "./list-activity";
export { previewImport } from "./preview-import";
export { previewWebsite } from "./preview-website";
export { readBrandQuotas } from "./read-brand-quotas";
export { readLogo } from "./read-logo";
export { renameBrand } from "./rename-brand";
export { countMyBrands, findBrandCard, searchMyBrands } from "./search-my-brands";
export { setPublicPage } from "./set-public-page";
export { countTwoStepOfMembers, setTwoStepOfMembers } from "./two-step-of-members";
export { readWebsite } from "./website/read-website";
