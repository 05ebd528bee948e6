export {
  adoptFileStore,
  isStoreOfDatabase,
  STORE_MISMATCH,
  STORE_MISMATCH_FIX,
  watchFileStore,
} from "./assets/file-store";
export { STORABLE_TYPES } from "./assets/inspect/detect-type";
export { inspectUpload } from "./assets/inspect-upload";
export { removeUnusedFiles } from "./assets/remove-unused-files";
export { readRendition } from "./assets/renditions/read-rendition";
export { renderFirstPage, renderPicture } from "./assets/renditions/render-picture";
export { fileUrlExpiry, signFilePath, signFiles, signFileUrl, signThumbnail, verifyFileUrl } from "./assets/signed-url";
export { bookKey, createFileStorage, createLocalStorage, createS3Storage, storageKey } from "./assets/storage/index";
export { readFile, storeUpload } from "./assets/store-upload";
export type { SvgElement } from "./assets/svg/parse-svg";
export { deriveLogo } from "./logos/derive-logo";
export { colorsOfLogo, drawAppIcons, rasteriseLogo } from "./logos/draw-app-icons";
export { extractPaletteSeed, readPictureColors } from "./palette/extract-palette-seed";
export { parseCssColor } from "./palette/parse-css-color";
export { readFont } from "./typography/read-font";
