import { join } from "node:path";
import type { Env } from "@/lib/config/env";
import type { FileStorage } from "./file-storage";
import { createLocalStorage } from "./local-storage";
import { createS3Storage } from "./s3-storage";

type StorageSettings = Pick<
  Env,
  "HUB_DATA_DIR" | "S3_ENDPOINT" | "S3_REGION" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"
>;

/**
 * Gives the file store that the configuration names: the bucket when all of its settings are there, else the directory
 * `files` under `HUB_DATA_DIR`. Amazon wants the bucket in the host name; every other store takes it in the path.
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
