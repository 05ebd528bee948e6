export { createBundleCache } from "./bundle-cache";
export { findChangedBundles } from "./find-changed-bundles";
export { type FoundBundle, proveByBundle, readBundle } from "./read-bundle";
export { ReadMarks } from "./read-marks";
