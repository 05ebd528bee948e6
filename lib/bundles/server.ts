export { createBundleCache } from "./bundle-cache";
export { readBundle } from "./read-bundle";
export { ReadMarks } from "./read-marks";
