// SPDX-License-Identifier: MIT
import type { BrandBundle } from "./bundle.js";
import { type HubClient, HubRequestError } from "./client.js";
import type { IdentityUpdated } from "./webhooks.js";

/** A stored bundle older than this is fetched anew when its signed URLs are needed: they live for 30 minutes. */
export const MAX_URL_AGE_MS = 25 * 60_000;

/** Reads of one `get` that come back without living URLs, before they are served so. */
const MOST_READS = 3;

/** The one row that a child keeps per brand, keyed by brand_id. A single shared row for all brands is forbidden. */
export interface CacheRow {
  brand_id: string;
  identity_version: number;
  bundle: BrandBundle;
  stale: boolean;
  /** null: a fetch was begun and never finished, so the row counts as stale. */
  fetched_at: Date | null;
}

/**
 * Where a child keeps its rows. Each method is one atomic statement of its store, and whatever process dies between two of them leaves a row that is read again. `readId` names
 * the read under way, and the row keeps the last one: what an earlier read brings may be older than what was announced since, so it finishes nothing.
 */
export interface BrandCacheStore {
  /** The brand's row, once a bundle is in it. */
  find(brandId: string): Promise<CacheRow | null>;
  /** `stale = false, fetched_at = null` and the read, in the brand's row; makes one without a bundle where there is none, for announcements to mark. */
  beginFetch(brandId: string, readId: string): Promise<void>;
  /**
   * Sets bundle and version in the row where the stored version is lower, or the same and this is the last read that was begun; `fetched_at` then too, or null for an
   * earlier read. `stale` stays. Where there is no row any more, nothing is stored.
   */
  saveBundle(row: Omit<CacheRow, "stale">, readId: string): Promise<void>;
  /** Gives the row its former fetched_at back, while that is null and this is the last read that was begun. */
  finishUnchanged(brandId: string, fetchedAt: Date, readId: string): Promise<void>;
  /** `stale = true`; with `below`, only where the stored version is lower. */
  markStale(brandId: string, below?: number): Promise<void>;
  /** Removes a row without a bundle, while this is the last read that was begun. Stores of before kit 1.4.0 make no such rows. */
  abandon?(brandId: string, readId: string): Promise<void>;
}

export interface CachedBundle {
  bundle: BrandBundle;
  /** True when the hub could not be asked and this is what was known before. */
  outdated: boolean;
  /** False where the signed URLs may be dead, as in an outdated bundle or one that was asked for without need of them: show no pictures then. */
  urlsAlive: boolean;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HubRequestError && error.code !== null && !error.retryable;

/** Serves bundles from the child's own rows and asks the hub only when a row is missing, stale, or too old for its URLs. */
export class BrandCache {
  private readonly store: BrandCacheStore;
  private readonly client: Pick<HubClient, "readBundle">;
  private readonly now: () => Date;
  private readonly underway = new Map<string, Promise<CachedBundle>>();
  /** Highest version that a webhook announced during a brand's first read: stores that were written for an earlier kit have no row to mark by then. */
  private readonly announced = new Map<string, number>();

  constructor(store: BrandCacheStore, client: Pick<HubClient, "readBundle">, now: () => Date = () => new Date()) {
    this.store = store;
    this.client = client;
    this.now = now;
  }

  /**
   * The brand's bundle. While the hub cannot be reached, what is stored is served as outdated.
   * @param needUrls the signed URLs will be used, so they must be alive
   * @throws HubRequestError when the hub refuses (the brand is gone or no longer granted), or nothing is stored
   */
  async get(brandId: string, needUrls: boolean): Promise<CachedBundle> {
    const id = brandId.toLowerCase();
    for (let reads = 1; ; reads += 1) {
      const row = await this.store.find(id);
      if (row && !row.stale && row.fetched_at && !(needUrls && this.urlsAreOld(row.fetched_at)))
        return this.served(row.bundle, row.fetched_at);
      const read = await (this.underway.get(id) ?? this.fetch(id, row, needUrls));
      // What ran may have been for a reader without URLs, or have taken long, so the row is looked at again; a hub that lags behind the row never ends it.
      if (read.outdated || read.urlsAlive || !needUrls || reads === MOST_READS) return read;
    }
  }

  /** Takes in a verified `identity.updated`. A version at or below the stored one is old news: order is not promised. */
  async receive(update: IdentityUpdated): Promise<void> {
    await this.announce(update.brand_id, update.identity_version);
  }

  /** Has the next `get` ask the hub: after `entitlement.granted` and `entitlement.revoked`, whose order is not promised. */
  async markStale(brandId: string): Promise<void> {
    await this.store.markStale(brandId.toLowerCase());
  }

  /**
   * Asks which of these brands have changed, a thousand in one request, for what no webhook has told: when a process starts, and once in a while. The next `get` of what
   * has changed, is gone or is no longer granted asks the hub.
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
    if (this.underway.has(brandId)) {
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
      this.underway.delete(brandId);
      this.announced.delete(brandId);
    });
    this.underway.set(brandId, fetching);
    return fetching;
  }

  private async refresh(brandId: string, row: CacheRow | null, needUrls: boolean): Promise<CachedBundle> {
    const former = row?.fetched_at ?? null;
    const since = row && former && !(needUrls && this.urlsAreOld(former)) ? row.identity_version : undefined;
    const readId = crypto.randomUUID();
    await this.store.beginFetch(brandId, readId);
    try {
      // Before asking: the URLs are signed after this, however long the answer takes.
      const askedAt = this.now();
      const answer = await this.client.readBundle(brandId, since);
      if (!("not_modified" in answer)) return await this.save(brandId, answer, { askedAt, readId });
      if (!row || !former) throw new HubRequestError(null, 200, "The hub said not_modified to a read without since.");
      await this.store.finishUnchanged(brandId, former, readId);
      return this.served(row.bundle, former);
    } catch (error) {
      if (row) await this.store.markStale(brandId);
      else await this.store.abandon?.(brandId, readId);
      if (row && error instanceof HubRequestError && !isRefusal(error))
        return { ...this.served(row.bundle, former), outdated: true };
      throw error;
    }
  }

  /** Stores the answer, and gives what is stored then: another process may have had a newer one. */
  private async save(
    brandId: string,
    answer: BrandBundle,
    { askedAt, readId }: { askedAt: Date; readId: string },
  ): Promise<CachedBundle> {
    if (answer.brand.id !== brandId)
      throw new HubRequestError(null, 200, "The hub's answer is another brand's bundle.");
    const { identity_version } = answer;
    await this.store.saveBundle({ brand_id: brandId, identity_version, bundle: answer, fetched_at: askedAt }, readId);
    const announced = this.announced.get(brandId);
    if (announced !== undefined) await this.store.markStale(brandId, announced);
    const stored = await this.store.find(brandId);
    return stored && stored.identity_version > identity_version
      ? this.served(stored.bundle, stored.fetched_at)
      : this.served(answer, askedAt);
  }
}
