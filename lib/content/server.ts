export {
  adoptFileStore,
  isStoreOfDatabase,
  readFile,
  STORE_MISMATCH,
  STORE_MISMATCH_FIX,
  storeUpload,
  watchFileStore,
} from "./assets/file-store";
export { STORABLE_TYPES } from "./assets/inspect/detect-type";
export { inspectUpload } from "./assets/inspect-upload";
export { removeUnusedFiles } from "./assets/remove-unused-files";
export { readRendition } from "./assets/renditions/read-rendition";
export { renderFirstPage, renderPicture } from "./assets/renditions/render-picture";
export { fileUrlExpiry, signFilePath, signFiles, signFileUrl, signThumbnail, verifyFileUrl } from "./assets/signed-url";
export { createFileStorage, createLocalStorage } from "./assets/storage/create-file-storage";
export { bookKey, storageKey } from "./assets/storage/file-storage";
export { createS3Storage } from "./assets/storage/s3-storage";
export { checkAgainst } from "./check/check-content";
export { type Declaration, declarationsIn, readStyles } from "./check/read-styles";
export { deriveLogo } from "./logos/derive-logo";
export { colorsOfLogo, drawAppIcons, rasteriseLogo } from "./logos/draw-app-icons";
export { extractPaletteSeed, readPictureColors } from "./palette/extract-palette-seed";
export { parseCssColor } from "./palette/parse-css-color";
export { plainFont, readFont } from "./typography/read-font";
