import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { ownFile } from "@/lib/platform/own-files";
import type * as schema from "./schema/index";

/** The one type that everything above the drivers knows: a connection pool, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Hearing {
  channel: string;
  /** Somebody said something there (`notify`). */
  heard(message: string): void;
  /** Whatever is said from now on is heard; what was before may have been missed. */
  opened(): void;
  /** A quiet connection is asked this often whether it still answers. */
  askEveryMs?: number;
}

export interface Listening {
  /** Null where that cannot be: a pooler stands between. */
  isListening(): boolean | null;
  close(): Promise<void>;
}

export interface OpenDatabase {
  db: Database;
  /** Brings the schema up to date, or to the migrations of a folder; safe beside another process that does the same. */
  migrate(folder?: string): Promise<void>;
  close(): Promise<void>;
  /** Listens for what other processes say, until it is closed; absent where there can be none, or nothing is heard of them. */
  listen?(hearing: Hearing): Listening;
  /** Connections of the pool, and who waits for one; absent where there is no pool. */
  pool?(): { total: number; idle: number; waiting: number };
}

export const migrationsFolder = (): string => ownFile("db/migrations");

/** Runs raw SQL and gives its rows. Timestamps come as text: select them through the schema where you need a Date. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}
