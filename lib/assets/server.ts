export { STORABLE_TYPES } from "./inspect/detect-type";
export { inspectUpload } from "./inspect-upload";
export { readFile } from "./read-file";
export { removeUnusedFiles } from "./remove-unused-files";
export { signFilePath, signFiles } from "./sign-files";
export { fileUrlExpiry, signFileUrl, verifyFileUrl } from "./signed-url";
export { createFileStorage, createLocalStorage, createS3Storage, storageKey } from "./storage";
export { storeUpload } from "./store-upload";
