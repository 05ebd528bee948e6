import type { BrandBundle } from "./bundle.js";
import { type HubClient, HubRequestError } from "./client.js";
import type { IdentityUpdated } from "./webhooks.js";

/** A stored bundle older than this is fetched anew when its signed URLs are needed: they live for 30 minutes. */
export const MAX_URL_AGE_MS = 25 * 60_000;

/** The one row that a child keeps per brand, keyed by brand_id. A single shared row for all brands is forbidden. */
export interface CacheRow {
  brand_id: string;
  identity_version: number;
  bundle: BrandBundle;
  stale: boolean;
  /** null: a fetch was begun and never finished, so the row counts as stale. */
  fetched_at: Date | null;
}

/** Where a child keeps its rows. Each method is one atomic statement of its store. */
export interface BrandCacheStore {
  find(brandId: string): Promise<CacheRow | null>;
  /** `stale = false, fetched_at = null` for the brand's row, if there is one. */
  beginFetch(brandId: string): Promise<void>;
  /** Inserts the row (`stale = false`), or sets bundle, version and fetched_at where the stored version is not higher; `stale` stays. */
  saveBundle(row: Omit<CacheRow, "stale">): Promise<void>;
  /** Gives the row its former fetched_at back while that is null. */
  finishUnchanged(brandId: string, fetchedAt: Date): Promise<void>;
  /** `stale = true`; with `below`, only where the stored version is lower. */
  markStale(brandId: string, below?: number): Promise<void>;
}

export interface CachedBundle {
  bundle: BrandBundle;
  /** True when the hub could not be asked and this is what was known before. */
  outdated: boolean;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HubRequestError && error.code !== null && !error.retryable;

/** Serves bundles from the child's own rows and asks the hub only when a row is missing, stale, or too old for its URLs. */
export class BrandCache {
  private readonly store: BrandCacheStore;
  private readonly client: Pick<HubClient, "readBundle">;
  private readonly now: () => Date;
  private readonly underway = new Map<string, Promise<CachedBundle>>();
  /** Highest version that a webhook announced while the brand was being fetched: before the first answer there is no row to mark. */
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
    for (;;) {
      const row = await this.store.find(id);
      if (row && !row.stale && row.fetched_at && !(needUrls && this.urlsAreOld(row.fetched_at))) {
        return { bundle: row.bundle, outdated: false };
      }
      const running = this.underway.get(id);
      if (!running) return this.fetch(id, row, needUrls);
      const joined = await running;
      if (joined.outdated || !needUrls) return joined;
      // What ran may have been for a reader without URLs, so the row is looked at again.
    }
  }

  /** Takes in a verified `identity.updated`. A version at or below the stored one is old news: order is not promised. */
  async receive(update: IdentityUpdated): Promise<void> {
    const { brand_id: id, identity_version: version } = update;
    if (this.underway.has(id)) this.announced.set(id, Math.max(version, this.announced.get(id) ?? 0));
    await this.store.markStale(id, version);
  }

  private urlsAreOld(fetchedAt: Date): boolean {
    return this.now().getTime() - fetchedAt.getTime() > MAX_URL_AGE_MS;
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
    await this.store.beginFetch(brandId);
    try {
      const answer = await this.client.readBundle(brandId, since);
      if (!("not_modified" in answer)) return { bundle: await this.save(brandId, answer), outdated: false };
      if (!row || !former) throw new HubRequestError(null, 200, "The hub said not_modified to a read without since.");
      await this.store.finishUnchanged(brandId, former);
      return { bundle: row.bundle, outdated: false };
    } catch (error) {
      await this.store.markStale(brandId);
      if (row && error instanceof HubRequestError && !isRefusal(error)) return { bundle: row.bundle, outdated: true };
      throw error;
    }
  }

  /** Stores the answer, and gives what is stored then: another process may have had a newer one. */
  private async save(brandId: string, answer: BrandBundle): Promise<BrandBundle> {
    if (answer.brand.id !== brandId)
      throw new HubRequestError(null, 200, "The hub's answer is another brand's bundle.");
    const { identity_version } = answer;
    await this.store.saveBundle({ brand_id: brandId, identity_version, bundle: answer, fetched_at: this.now() });
    const announced = this.announced.get(brandId);
    if (announced !== undefined) await this.store.markStale(brandId, announced);
    const stored = await this.store.find(brandId);
    return stored && stored.identity_version > identity_version ? stored.bundle : answer;
  }
}
