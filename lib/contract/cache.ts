// SPDX-License-Identifier: MIT
import type { BrandBundle } from "./bundle.js";
import { type HubClient, HubRequestError } from "./client.js";
import type { IdentityUpdated } from "./webhooks.js";

/** Age in milliseconds after which signed URLs are renewed. They expire after 30 minutes. */
export const MAX_URL_AGE_MS = 25 * 60_000;

/** Then `get` returns expired URLs. */
const MAX_READS = 3;

/** The row of one brand. */
export interface CacheRow {
  brand_id: string;
  identity_version: number;
  bundle: BrandBundle;
  stale: boolean;
  /** null if the last read didn't finish: the row is stale. */
  fetched_at: Date | null;
}

/**
 * Stores one row per brand. Each method must be one atomic statement, so a crash at worst causes another read.
 * An earlier read can be older than a webhook received since. Only the latest `readId` completes the row.
 */
export interface BrandCacheStore {
  /** Returns the brand's row, or null while it has no bundle. */
  find(brandId: string): Promise<CacheRow | null>;
  /**
   * Sets `stale = false`, `fetched_at = null` and the read id. Inserts a missing row without a bundle, for webhooks
   * to mark.
   */
  beginFetch(brandId: string, readId: string): Promise<void>;
  /**
   * Updates the bundle if the stored version is lower, or equal and `readId` is the latest.
   * Sets `fetched_at` for the latest read, else null. Never changes `stale` or inserts a row.
   */
  saveBundle(row: Omit<CacheRow, "stale">, readId: string): Promise<void>;
  /** Restores `fetched_at` if it is null and `readId` is the latest. */
  finishUnchanged(brandId: string, fetchedAt: Date, readId: string): Promise<void>;
  /** Sets `stale = true`. With `below`, only if the stored version is lower. */
  markStale(brandId: string, below?: number): Promise<void>;
  /** Deletes a row without a bundle if `readId` is the latest. Optional before kit 1.4.0. */
  abandon?(brandId: string, readId: string): Promise<void>;
}

export interface CachedBundle {
  bundle: BrandBundle;
  /** True if the hub was unreachable and the bundle may be old. */
  outdated: boolean;
  /** False if the signed URLs may have expired. Don't show images then. */
  urlsAlive: boolean;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HubRequestError && error.code !== null && !error.retryable;

/** Serves stored bundles. Asks the hub only if one is missing, stale or too old for its signed URLs. */
export class BrandCache {
  private readonly store: BrandCacheStore;
  private readonly client: Pick<HubClient, "readBundle">;
  private readonly now: () => Date;
  private readonly pending = new Map<string, Promise<CachedBundle>>();
  /** Highest version announced during a first read, for stores without a row to mark. */
  private readonly announced = new Map<string, number>();

  constructor(store: BrandCacheStore, client: Pick<HubClient, "readBundle">, now: () => Date = () => new Date()) {
    this.store = store;
    this.client = client;
    this.now = now;
  }

  /**
   * Returns the brand's bundle. If the hub is unreachable, returns the stored one with `outdated: true`.
   * @param needUrls true if you will use the signed URLs
   * @throws HubRequestError if the hub refuses (brand gone or no longer granted) or nothing is stored
   */
  async get(brandId: string, needUrls: boolean): Promise<CachedBundle> {
    const id = brandId.toLowerCase();
    for (let reads = 1; ; reads += 1) {
      const row = await this.store.find(id);
      if (row && !row.stale && row.fetched_at && !(needUrls && this.urlsAreOld(row.fetched_at)))
        return this.served(row.bundle, row.fetched_at);
      const read = await (this.pending.get(id) ?? this.fetch(id, row, needUrls));
      // A shared read may have ignored URLs or been slow, so check the row again.
      if (read.outdated || read.urlsAlive || !needUrls || reads === MAX_READS) return read;
    }
  }

  /** Applies a verified `identity.updated`. Ignores versions that arrive late. */
  async receive(update: IdentityUpdated): Promise<void> {
    await this.announce(update.brand_id, update.identity_version);
  }

  /** Makes the next `get` ask the hub. Call it after `entitlement.granted` and `entitlement.revoked`. */
  async markStale(brandId: string): Promise<void> {
    await this.store.markStale(brandId.toLowerCase());
  }

  /**
   * Finds changes that no webhook announced, for 1,000 brands per request. Call it at process start and regularly.
   * @throws HubRequestError
   */
  async catchUp(client: Pick<HubClient, "findChangedBundles">, brandIds: readonly string[]): Promise<void> {
    const ids = new Set(brandIds.map((id) => id.toLowerCase()));
    const rows = await Promise.all(Array.from(ids, (id) => this.store.find(id)));
    const held = rows.flatMap((row) => (row ? [{ id: row.brand_id, since: row.identity_version }] : []));
    if (held.length === 0) return;
    const { changed, forbidden, not_found } = await client.findChangedBundles(held);
    for (const { id, identity_version } of changed) await this.announce(id, identity_version);
    for (const id of [...forbidden, ...not_found]) await this.markStale(id);
  }

  private async announce(brandId: string, version: number): Promise<void> {
    if (this.pending.has(brandId)) {
      this.announced.set(brandId, Math.max(version, this.announced.get(brandId) ?? 0));
    }
    await this.store.markStale(brandId, version);
  }

  private urlsAreOld(fetchedAt: Date): boolean {
    return this.now().getTime() - fetchedAt.getTime() > MAX_URL_AGE_MS;
  }

  private served(bundle: BrandBundle, fetchedAt: Date | null): CachedBundle {
    return { bundle, outdated: false, urlsAlive: fetchedAt !== null && !this.urlsAreOld(fetchedAt) };
  }

  private fetch(brandId: string, row: CacheRow | null, needUrls: boolean): Promise<CachedBundle> {
    const fetching = this.refresh(brandId, row, needUrls).finally(() => {
      this.pending.delete(brandId);
      this.announced.delete(brandId);
    });
    this.pending.set(brandId, fetching);
    return fetching;
  }

  private async refresh(brandId: string, row: CacheRow | null, needUrls: boolean): Promise<CachedBundle> {
    const previous = row?.fetched_at ?? null;
    const since = row && previous && !(needUrls && this.urlsAreOld(previous)) ? row.identity_version : undefined;
    const readId = crypto.randomUUID();
    await this.store.beginFetch(brandId, readId);
    try {
      // Taken before the request, because the URLs are signed after it.
      const requestedAt = this.now();
      const response = await this.client.readBundle(brandId, since);
      if (!("not_modified" in response)) return await this.save(brandId, response, { requestedAt, readId });
      if (!row || !previous)
        throw new HubRequestError(null, 200, "The hub answered not_modified to a request without since.");
      await this.store.finishUnchanged(brandId, previous, readId);
      return this.served(row.bundle, previous);
    } catch (error) {
      if (row) await this.store.markStale(brandId);
      else await this.store.abandon?.(brandId, readId);
      if (row && error instanceof HubRequestError && !isRefusal(error))
        return { ...this.served(row.bundle, previous), outdated: true };
      throw error;
    }
  }

  /** Returns what is stored, because another process may have saved a newer version. */
  private async save(
    brandId: string,
    response: BrandBundle,
    { requestedAt, readId }: { requestedAt: Date; readId: string },
  ): Promise<CachedBundle> {
    if (response.brand.id !== brandId) throw new HubRequestError(null, 200, "The hub returned another brand's bundle.");
    const { identity_version } = response;
    await this.store.saveBundle(
      { brand_id: brandId, identity_version, bundle: response, fetched_at: requestedAt },
      readId,
    );
    const announced = this.announced.get(brandId);
    if (announced !== undefined) await this.store.markStale(brandId, announced);
    const stored = await this.store.find(brandId);
    return stored && stored.identity_version > identity_version
      ? this.served(stored.bundle, stored.fetched_at)
      : this.served(response, requestedAt);
  }
}
