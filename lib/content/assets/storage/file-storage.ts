import { StorageUnavailable } from "../errors";
import type { Rendition } from "../renditions/renditions";

/**
 * Where the bytes of files are kept. Keys are content-addressed, `<brandId>/<sha256>`, so that writing twice is the same
 * as writing once and nothing stored ever changes. What is made of a file lies beside it, `<brandId>/<sha256>-webp-320`.
 *
 * `put` returns once the bytes will survive a crash, `read` gives null for a key that was never written, and `delete`
 * succeeds when there is nothing to delete. `probe` is done where the store answers, and changes nothing. `read` throws `DamagedFile` for bytes that it
 * finds to be others. All throw `StorageUnavailable` when the store cannot answer, and `TypeError` for a malformed key.
 */
export type FileStorage = {
  put(key: string, bytes: Buffer, mime: string): Promise<void>;
  read(key: string): Promise<Buffer | null>;
  delete(key: string): Promise<void>;
  probe(): Promise<void>;
};

const KEY = /^[0-9a-f-]+\/[0-9a-f]{64}(?:-[a-z]+-\d+)?$/;

/** Gives the one key under which a brand's file is kept. */
export function storageKey(brandId: string, sha256: string): string {
  return requireStorageKey(`${brandId.toLowerCase()}/${sha256}`);
}

/** Gives the key of a rendition of a brand's file. */
export const renditionKey = (brandId: string, sha256: string, rendition: Rendition): string =>
  requireStorageKey(`${storageKey(brandId, sha256)}-${rendition}`);

/** Returns the key, or throws `TypeError`: a key that passes holds no dot, so it cannot climb out of the store. */
export function requireStorageKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError("A storage key is <brandId>/<sha256> in lowercase, or that of a rendition.");
  return key;
}

/** Runs one store operation and gives whatever it throws as `StorageUnavailable`, with the cause kept. */
export async function orUnavailable<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    throw new StorageUnavailable(`The file store could not ${what}.`, { cause });
  }
}
