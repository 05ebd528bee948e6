export { EDITING_PAGES, type EditingPage, type LiveBrand, type Presence } from "./live-brand";
export type { LiveBrands } from "./live-brands";
