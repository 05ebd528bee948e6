import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { type BrandBundle, BrandBundleSchema, type BrandCacheStore, type CacheRow } from "@/lib/contract";

const TABLE = `create table if not exists brand_cache (
  brand_id uuid primary key,
  identity_version integer not null,
  bundle jsonb not null,
  stale boolean not null,
  fetched_at timestamptz
)`;

interface Row {
  brand_id: string;
  identity_version: number;
  bundle: unknown;
  stale: boolean;
  fetched_at: Date | null;
}

/** A bundle that an older version of this tool stored in another shape counts as none. */
function toCacheRow(row: Row | undefined): CacheRow | null {
  const bundle = BrandBundleSchema.safeParse(row?.bundle);
  return row && bundle.success ? { ...row, bundle: bundle.data } : null;
}

/** Brand Studio's own database: one row per brand, each method one atomic statement (docs/specification.md, Child cache row). */
export class BrandStore implements BrandCacheStore {
  private constructor(private readonly db: PGlite) {}

  /** Opens the store in a directory of its own, or in memory with null. */
  static async open(directory: string | null): Promise<BrandStore> {
    if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 });
    return BrandStore.on(new PGlite(directory ?? undefined));
  }

  /** The store on an open database, with its table in it. */
  static async on(db: PGlite): Promise<BrandStore> {
    await db.exec(TABLE);
    return new BrandStore(db);
  }

  close(): Promise<void> {
    return this.db.close();
  }

  async find(brandId: string): Promise<CacheRow | null> {
    const { rows } = await this.db.query<Row>("select * from brand_cache where brand_id = $1", [brandId]);
    return toCacheRow(rows[0]);
  }

  /** The id of the stored brand that goes by this slug, or null. */
  async findIdBySlug(slug: string): Promise<string | null> {
    const query =
      "select brand_id from brand_cache where bundle -> 'brand' ->> 'slug' = $1 order by fetched_at desc limit 1";
    const { rows } = await this.db.query<{ brand_id: string }>(query, [slug]);
    return rows[0]?.brand_id ?? null;
  }

  async beginFetch(brandId: string): Promise<void> {
    await this.db.query("update brand_cache set stale = false, fetched_at = null where brand_id = $1", [brandId]);
  }

  async saveBundle(row: {
    brand_id: string;
    identity_version: number;
    bundle: BrandBundle;
    fetched_at: Date | null;
  }): Promise<void> {
    await this.db.query(
      `insert into brand_cache (brand_id, identity_version, bundle, stale, fetched_at) values ($1, $2, $3, false, $4)
       on conflict (brand_id) do update
       set identity_version = excluded.identity_version, bundle = excluded.bundle, fetched_at = excluded.fetched_at
       where brand_cache.identity_version <= excluded.identity_version`,
      [row.brand_id, row.identity_version, row.bundle, row.fetched_at],
    );
  }

  async finishUnchanged(brandId: string, fetchedAt: Date): Promise<void> {
    const update = "update brand_cache set fetched_at = $2 where brand_id = $1 and fetched_at is null";
    await this.db.query(update, [brandId, fetchedAt]);
  }

  async markStale(brandId: string, below?: number): Promise<void> {
    const update =
      "update brand_cache set stale = true where brand_id = $1 and ($2::int is null or identity_version < $2)";
    await this.db.query(update, [brandId, below ?? null]);
  }
}
