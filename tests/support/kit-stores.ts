import { Database } from "node-sqlite3-wasm";
import { Pool } from "pg";
import { type BrandCacheStore, MemoryBrandCacheStore, MemoryInboxStore, MemoryOutboxStore } from "@/lib/contract";
import { PG_TABLES, pgStores } from "@/lib/contract/pg-store";
import type { SqlStores } from "@/lib/contract/sql-stores";
import { SQLITE_TABLES, type SqliteDatabase, sqliteStores } from "@/lib/contract/sqlite-store";
import { loadDatabase } from "./database";
import { createPostgresDatabase } from "./postgres";

/** The kit's three stores on one database, as each process of a child has them. */
export interface KitStores extends SqlStores {
  /** Opens the same database as another process. */
  another: () => SqlStores;
  clear: () => Promise<void>;
  close: () => Promise<void>;
}

/** Passes values as an array, which this driver expects. */
const spreading = (db: Database): SqliteDatabase => ({
  prepare: (text) => {
    const statement = db.prepare(text);
    return { all: (...values) => statement.all(values), run: (...values) => statement.run(values) };
  },
});

const CLEAR = ["brand_cache", "hub_inbox", "hub_outbox"].map((table) => `delete from ${table}`);

export function memory(): KitStores {
  const stores: KitStores = {
    bundles: new MemoryBrandCacheStore(),
    inbox: new MemoryInboxStore(),
    outbox: new MemoryOutboxStore(),
    another: () => stores,
    clear: async () => {
      stores.bundles = new MemoryBrandCacheStore();
      stores.inbox = new MemoryInboxStore();
      stores.outbox = new MemoryOutboxStore();
    },
    close: async () => {},
  };
  return stores;
}

interface OpenSqlite {
  exec: (text: string) => void;
  close: () => void;
}

/** Node's own driver, which Node 20 lacks. */
const nodeSqlite = process.getBuiltinModule?.("node:sqlite") as
  | { DatabaseSync: new (path: string) => OpenSqlite & SqliteDatabase }
  | undefined;

function sqlite(db: OpenSqlite, driver: SqliteDatabase): KitStores {
  db.exec(SQLITE_TABLES);
  return {
    ...sqliteStores(driver),
    another: () => sqliteStores(driver),
    clear: async () => {
      for (const statement of CLEAR) db.exec(statement);
    },
    close: async () => db.close(),
  };
}

function sqliteInWasm(): KitStores {
  const db = new Database();
  return sqlite(db, spreading(db));
}

async function pglite(): Promise<KitStores> {
  const db = await loadDatabase();
  await db.exec(PG_TABLES);
  return {
    ...pgStores(db),
    another: () => pgStores(db),
    clear: async () => void (await db.exec(CLEAR.join(";"))),
    close: () => db.close(),
  };
}

async function pg(): Promise<KitStores> {
  const database = await createPostgresDatabase({ empty: true });
  const pool = new Pool({ connectionString: database.url });
  await pool.query(PG_TABLES);
  return {
    ...pgStores(pool),
    another: () => pgStores(pool),
    clear: async () => void (await pool.query(CLEAR.join(";"))),
    close: async () => {
      await pool.end();
      await database.close();
    },
  };
}

/** Every database that the kit has an adapter for. PostgreSQL runs on a server and in process. */
export const KIT_STORES: Record<string, () => KitStores | Promise<KitStores>> = {
  memory,
  SQLite: sqliteInWasm,
  ...(nodeSqlite && {
    "node:sqlite": () => {
      const db = new nodeSqlite.DatabaseSync(":memory:");
      return sqlite(db, db);
    },
  }),
  PGlite: pglite,
  pg,
};

/** A store from before kit 1.4.0: it creates no row before the first bundle and tracks no reads. */
export class EarlierStore extends MemoryBrandCacheStore implements BrandCacheStore {
  override async beginFetch(brandId: string): Promise<void> {
    if (await this.find(brandId)) await super.beginFetch(brandId, "any");
  }

  override async saveBundle(row: Parameters<BrandCacheStore["saveBundle"]>[0]): Promise<void> {
    if (!(await this.find(row.brand_id))) await super.beginFetch(row.brand_id, "any");
    await super.saveBundle(row, "any");
  }

  override finishUnchanged(brandId: string, fetchedAt: Date): Promise<void> {
    return super.finishUnchanged(brandId, fetchedAt, "any");
  }
}
