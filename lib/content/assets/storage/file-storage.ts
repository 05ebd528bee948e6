import { StorageUnavailable } from "../errors";
import type { Rendition } from "../renditions/renditions";

/**
 * Content-addressed, so writes are idempotent and stored bytes never change. Keys are `<brandId>/<sha256>` and
 * `<brandId>/<sha256>-webp-320`. Brand books have `<brandId>/000…-book-0` and are overwritten. `put` resolves once the
 * bytes survive a crash. `read` gives null and `delete` succeeds for a missing key.
 * @throws StorageUnavailable if the store fails or doesn't answer
 * @throws DamagedFile if `read` finds other bytes
 * @throws TypeError for a malformed key
 */
export type FileStorage = {
  put(key: string, bytes: Buffer, mime: string): Promise<void>;
  read(key: string): Promise<Buffer | null>;
  delete(key: string): Promise<void>;
  probe(): Promise<void>;
};

const KEY = /^[0-9a-f-]+\/[0-9a-f]{64}(?:-[a-z]+-\d+)?$/;

export function storageKey(brandId: string, sha256: string): string {
  return requireStorageKey(`${brandId.toLowerCase()}/${sha256}`);
}

export const renditionKey = (brandId: string, sha256: string, rendition: Rendition): string =>
  requireStorageKey(`${storageKey(brandId, sha256)}-${rendition}`);

export const bookKey = (brandId: string): string => requireStorageKey(`${storageKey(brandId, "0".repeat(64))}-book-0`);

/** A valid key has no dot, so it can't leave the directory. */
export function requireStorageKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError("A storage key must be lowercase <brandId>/<sha256>[-<rendition>].");
  return key;
}

export async function orUnavailable<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof StorageUnavailable) throw cause;
    throw new StorageUnavailable(`The file store could not ${what}.`, { cause });
  }
}
