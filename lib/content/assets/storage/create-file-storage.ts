import { join } from "node:path";
import type { FileStorage } from "./file-storage";
import { createLocalStorage } from "./local-storage";
import { createS3Storage } from "./s3-storage";

interface StorageSettings {
  HUB_DATA_DIR: string;
  S3_REGION: string;
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
}

/**
 * S3 if all its settings are present, else `files` under `HUB_DATA_DIR`. Only Amazon needs the bucket in the host name.
 */
export function createFileStorage(settings: StorageSettings): FileStorage {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) {
    return createLocalStorage(join(settings.HUB_DATA_DIR, "files"));
  }
  const forcePathStyle = !new URL(endpoint).hostname.endsWith(".amazonaws.com");
  return createS3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle });
}
