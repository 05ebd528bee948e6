import type { SQL } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { ownFile } from "@/lib/kernel/own-files";
import type * as schema from "./schema";

/** The one type that everything above the drivers knows: a connection pool, or a transaction on it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database and the way to close it. */
export interface OpenDatabase {
  db: Database;
  /** Brings the schema up to date; safe beside another process that does the same. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** Folder of the committed migrations. */
export const migrationsFolder = (): string => ownFile("db/migrations");

/** Runs raw SQL and gives its rows. Timestamps come as text: select them through the schema where you need a Date. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}
