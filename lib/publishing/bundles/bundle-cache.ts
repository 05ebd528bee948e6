import { LRUCache } from "lru-cache";

/** The bytes of a bundle's JSON with signed URLs that all expire at the same minute. */
export interface CachedBundle {
  version: number;
  bytes: Uint8Array<ArrayBuffer>;
  expiresAtSeconds: number;
}

/** Memory that assembled bundles may take. */
const MAX_SIZE = 64 * 1024 * 1024;

/**
 * Assembled bundles by brand. A snapshot never changes and all URLs signed within a minute are alike, so an entry of the
 * current version and minute is the very bytes that assembling again would give.
 */
export type BundleCache = LRUCache<string, CachedBundle>;

export const createBundleCache = (): BundleCache =>
  new LRUCache({ maxSize: MAX_SIZE, sizeCalculation: (bundle) => bundle.bytes.length });
