export { dropPresences } from "./drop-presences";
export { LiveBrands } from "./live-brands";
export { watchBrand } from "./watch-brand";
