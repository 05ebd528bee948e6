export { defaultKindFor } from "./default-kind";
export { StorageUnavailable, UnsupportedFile, type UnsupportedFileReason } from "./errors";
export { STORABLE_TYPES, type StorableType } from "./inspect/detect-type";
export { MAX_PIXELS, MAX_SVG_BYTES, MAX_UPLOAD_BYTES } from "./inspect/limits";
export { type InspectedFile, inspectUpload } from "./inspect-upload";
export { fileNameFor, nameFromFile } from "./name-from-file";
export { readFile } from "./read-file";
export { type FileAddress, signFilePath, signFiles } from "./sign-files";
export {
  type FileUrlSecret,
  fileUrlExpiry,
  type SignedFileUrl,
  signFileUrl,
  type VerifiedFileUrl,
  verifyFileUrl,
} from "./signed-url";
export {
  createFileStorage,
  createLocalStorage,
  createS3Storage,
  type FileStorage,
  type S3Config,
  storageKey,
} from "./storage";
export { type StoredUpload, storeUpload } from "./store-upload";
