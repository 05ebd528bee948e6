export { assetEntry } from "./asset-entry";
export type { BundleCache } from "./bundle-cache";
export type { BundleRead } from "./read-bundle";
export type { ReadMarks } from "./read-marks";
