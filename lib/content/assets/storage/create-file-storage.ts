import { access, chmod, constants, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DiskFull, isDiskLow } from "@/lib/platform/disk-space";
import { makePrivateFolder, replacePrivateFile } from "@/lib/platform/private-file";
import { type FileStorage, orUnavailable, requireStorageKey } from "./file-storage";
import { createS3Storage } from "./s3-storage";

/**
 * Stores files in a directory only its owner can read. Writes to a temporary name, flushes and renames, so nobody reads
 * half a file.
 */
export function createLocalStorage(directory: string): FileStorage {
  const pathOf = (key: string) => join(directory, requireStorageKey(key));
  let closed: Promise<void> | undefined;
  // Fails if missing or owned by another user. The next operation reports that.
  const closeToOthers = () => (closed ??= chmod(directory, 0o700).catch(() => {}));
  return {
    async put(key, bytes) {
      if (isDiskLow()) throw new DiskFull();
      const path = pathOf(key);
      await orUnavailable("write a file", () => writeAtomically(path, bytes));
      await closeToOthers();
    },
    async read(key) {
      const path = pathOf(key);
      await closeToOthers();
      return orUnavailable("read a file", () => readFile(path).catch(nullIfMissing));
    },
    async delete(key) {
      const path = pathOf(key);
      await orUnavailable("delete a file", () => rm(path, { force: true }));
    },
    async probe() {
      const canWrite = (path: string) => access(path, constants.R_OK | constants.W_OK);
      await closeToOthers();
      // Before the first file, only the parent exists.
      await orUnavailable("be read and written", () => canWrite(directory).catch(() => canWrite(dirname(directory))));
    },
  };
}

async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path);
  const isNew = await makePrivateFolder(folder);
  await replacePrivateFile(path, bytes);
  // Flush the new entries of both folders, or a crash loses them.
  await syncFolder(folder);
  if (isNew) await syncFolder(dirname(folder));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

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
