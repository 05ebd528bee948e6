import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "./database";

/** Tells the time for leases and due dates; replaced in tests. */
export type Clock = (db: Database) => Promise<Date>;

/** The database's own time: one clock for every process that sends. */
export const databaseClock: Clock = async (db) => {
  const [row] = await rowsOf<{ now: string }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  return new Date(Number(row?.now));
};
