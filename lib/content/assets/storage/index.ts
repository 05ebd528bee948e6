export { createFileStorage } from "./create-file-storage";
export { bookKey, type FileStorage, renditionKey, storageKey } from "./file-storage";
export { createLocalStorage } from "./local-storage";
export { createS3Storage, type S3Config } from "./s3-storage";
