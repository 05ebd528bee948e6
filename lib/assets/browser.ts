/** The door for browsers: what needs neither a database nor the picture library. */
export { defaultKindFor } from "./default-kind";
export { type AssetQuery, addAsset, changeAsset, countKinds, findAssets, removeAsset } from "./edit-assets";
export { fileNameFor, nameFromFile } from "./name-from-file";
