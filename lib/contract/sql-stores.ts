// SPDX-License-Identifier: MIT
import { BrandBundleSchema } from "./bundle.js";
import type { BrandCacheStore, CacheRow } from "./cache.js";
import { Event } from "./events.js";
import type { InboxEntry, InboxStore } from "./inbox.js";
import type { OutboxStore, QueuedEvent } from "./outbox.js";
import { RelayedEvent } from "./webhooks.js";

export type SqlValue = string | number | null;
/** The columns that a statement returns. */
export type SqlRow = {
  [Column in
    | "brand_id"
    | "identity_version"
    | "bundle"
    | "stale"
    | "fetched_at"
    | "key"
    | "event"
    | "attempts"
    | "position"]?: unknown;
};

/**
 * Runs one statement and returns its rows. Each `$n` occurs once, in the order of the values. `::type` after it is
 * for PostgreSQL.
 */
export type RunSql = (text: string, values: readonly SqlValue[]) => Promise<SqlRow[]>;

export interface SqlStores {
  bundles: BrandCacheStore;
  inbox: InboxStore;
  outbox: OutboxStore;
}

/** SQLite returns JSON as text. */
const jsonOf = (value: unknown): unknown => (typeof value === "string" ? JSON.parse(value) : value);
const dateOf = (value: unknown): Date => new Date(value instanceof Date ? value : String(value));
const timeOf = (date: Date): string => date.toISOString();

/** A bundle in the shape of an earlier version counts as missing. */
function cacheRowOf(row: SqlRow | undefined): CacheRow | null {
  if (!row) return null;
  const bundle = BrandBundleSchema.safeParse(jsonOf(row.bundle));
  if (!bundle.success) return null;
  return {
    brand_id: String(row.brand_id),
    identity_version: Number(row.identity_version),
    bundle: bundle.data,
    stale: Boolean(row.stale),
    fetched_at: row.fetched_at === null ? null : dateOf(row.fetched_at),
  };
}

class SqlBrandCacheStore implements BrandCacheStore {
  private readonly run: RunSql;

  constructor(run: RunSql) {
    this.run = run;
  }

  async find(brandId: string): Promise<CacheRow | null> {
    const [row] = await this.run(
      `select brand_id, identity_version, bundle, stale, fetched_at from brand_cache
       where brand_id = $1 and bundle is not null`,
      [brandId],
    );
    return cacheRowOf(row);
  }

  async beginFetch(brandId: string, readId: string): Promise<void> {
    await this.run(
      `insert into brand_cache (brand_id, read_id, identity_version, stale) values ($1, $2, -1, false)
       on conflict (brand_id) do update set read_id = excluded.read_id, stale = false, fetched_at = null`,
      [brandId, readId],
    );
  }

  async saveBundle(row: Omit<CacheRow, "stale">, readId: string): Promise<void> {
    const { brand_id, identity_version: version } = row;
    await this.run(
      `update brand_cache set identity_version = $1, bundle = $2,
         fetched_at = case when read_id = $3 then $4::timestamptz end
       where brand_id = $5 and (identity_version < $6 or (identity_version = $7 and read_id = $8))`,
      [
        version,
        JSON.stringify(row.bundle),
        readId,
        row.fetched_at && timeOf(row.fetched_at),
        brand_id,
        version,
        version,
        readId,
      ],
    );
  }

  async finishUnchanged(brandId: string, fetchedAt: Date, readId: string): Promise<void> {
    await this.run(
      "update brand_cache set fetched_at = $1 where brand_id = $2 and read_id = $3 and fetched_at is null",
      [timeOf(fetchedAt), brandId, readId],
    );
  }

  async markStale(brandId: string, below?: number): Promise<void> {
    if (below === undefined) await this.run("update brand_cache set stale = true where brand_id = $1", [brandId]);
    else
      await this.run("update brand_cache set stale = true where brand_id = $1 and identity_version < $2", [
        brandId,
        below,
      ]);
  }

  async abandon(brandId: string, readId: string): Promise<void> {
    await this.run("delete from brand_cache where brand_id = $1 and read_id = $2 and bundle is null", [
      brandId,
      readId,
    ]);
  }
}

class SqlInboxStore implements InboxStore {
  private readonly run: RunSql;

  constructor(run: RunSql) {
    this.run = run;
  }

  async add(key: string, event: RelayedEvent, at: Date): Promise<boolean> {
    const added = await this.run(
      "insert into hub_inbox (key, event, due_at) values ($1, $2, $3) on conflict (key) do nothing returning key",
      [key, JSON.stringify(event), timeOf(at)],
    );
    return added.length > 0;
  }

  async take(at: Date, until: Date): Promise<InboxEntry | null> {
    // Checked again, because another process may have claimed the row while this one waited for its lock.
    const [row] = await this.run(
      `update hub_inbox set due_at = $1, attempts = attempts + 1
       where due_at <= $2 and key = (
         select key from hub_inbox where due_at <= $3 and done_at is null and failure is null order by due_at limit 1)
       returning key, event, attempts`,
      [timeOf(until), timeOf(at), timeOf(at)],
    );
    if (!row) return null;
    return { key: String(row.key), event: RelayedEvent.parse(jsonOf(row.event)), attempts: Number(row.attempts) };
  }

  async finish(key: string, at: Date): Promise<void> {
    await this.run("update hub_inbox set done_at = $1 where key = $2", [timeOf(at), key]);
  }

  async setAside(key: string, reason: string): Promise<void> {
    await this.run("update hub_inbox set failure = $1 where key = $2", [reason, key]);
  }

  async forget(before: Date): Promise<void> {
    await this.run("delete from hub_inbox where done_at < $1", [timeOf(before)]);
  }
}

class SqlOutboxStore implements OutboxStore {
  private readonly run: RunSql;

  constructor(run: RunSql) {
    this.run = run;
  }

  async add(event: Event): Promise<void> {
    await this.run("insert into hub_outbox (event) values ($1)", [JSON.stringify(event)]);
  }

  async first(limit: number): Promise<QueuedEvent[]> {
    const rows = await this.run(
      "select position, event from hub_outbox where failure is null order by position limit $1",
      [limit],
    );
    return rows.map(({ position, event }) => ({ position: Number(position), event: Event.parse(jsonOf(event)) }));
  }

  async remove(positions: readonly number[]): Promise<void> {
    const placeholders = positions.map((_, index) => `$${index + 1}`).join(", ");
    if (placeholders) await this.run(`delete from hub_outbox where position in (${placeholders})`, positions);
  }

  async setAside(position: number, reason: string): Promise<void> {
    await this.run("update hub_outbox set failure = $1 where position = $2", [reason, position]);
  }
}

/** Creates the stores on any SQL database. */
export const sqlStores = (run: RunSql): SqlStores => ({
  bundles: new SqlBrandCacheStore(run),
  inbox: new SqlInboxStore(run),
  outbox: new SqlOutboxStore(run),
});
