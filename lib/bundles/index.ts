export { assembleBundle, type SignFile } from "./assemble-bundle";
export type { BundleCache } from "./bundle-cache";
export type { BundleRead, BundleReader } from "./read-bundle";
