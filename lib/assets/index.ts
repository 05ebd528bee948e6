export { defaultKindFor } from "./default-kind";
export {
  type AssetQuery,
  addAsset,
  changeAsset,
  collectionsOf,
  countKinds,
  findAssets,
  groupByCollection,
  removeAsset,
  tagsOf,
  tidyAsset,
} from "./edit-assets";
export { collectAssets, overTagLimit, removeAssets, tagAssets, untagAssets } from "./edit-several";
export { DamagedFile, StorageUnavailable } from "./errors";
export type { StorableType } from "./inspect/detect-type";
export { MAX_SVG_BYTES, MAX_UPLOAD_BYTES } from "./inspect/limits";
export type { InspectedFile } from "./inspect-upload";
export { distinctNames, fileNameFor, nameFromFile, stemOf } from "./name-from-file";
export type { PictureToRender } from "./renditions/render-picture";
export {
  hasPicture,
  isPdf,
  measuresOf,
  RENDITIONS,
  type Rendition,
  thumbnailOf,
  type UrlOf,
} from "./renditions/renditions";
export type { SignedFilePath } from "./sign-files";
export type { FileUrlSecret, SignedFileUrl, VerifiedFileUrl } from "./signed-url";
export type { FileStorage, S3Config } from "./storage";
export type { StoredUpload } from "./store-upload";
