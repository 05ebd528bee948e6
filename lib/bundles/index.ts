export type { SignFile } from "./assemble-bundle";
export { type BundleCache, createBundleCache } from "./bundle-cache";
export { type BundleRead, type BundleReader, readBundle } from "./read-bundle";
export { ReadMarks } from "./read-marks";
