import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { ownFile } from "@/lib/platform/private-file";
import type * as schema from "./schema/index";

/** A connection pool, or a transaction on it; the same for all drivers. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Hearing {
  channel: string;
  heard(message: string): void;
  /** Notifications arrive from now on; earlier ones may be lost. */
  opened(): void;
  askEveryMs?: number;
}

export interface Listening {
  /** Null if it can't listen because of a pooler. */
  isListening(): boolean | null;
  close(): Promise<void>;
}

export interface OpenDatabase {
  db: Database;
  /** Migrates to the newest schema, or to a folder's migrations; safe while other processes migrate. */
  migrate(folder?: string): Promise<void>;
  close(): Promise<void>;
  /** Listens for other processes' notifications until closed. Absent where there are no other processes. */
  listen?(hearing: Hearing): Listening;
  /** Connections in the pool and requests waiting for one; absent without a pool. */
  pool?(): { total: number; idle: number; waiting: number };
}

export const migrationsFolder = (): string => ownFile("db/migrations");

/** Runs raw SQL. Timestamps are text: select them through the schema where you need a Date. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}
