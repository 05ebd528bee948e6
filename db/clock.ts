import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "./database";

export type Clock = (db: Database) => Promise<Date>;

/** The database's time, so that all processes share one clock. */
export const databaseClock: Clock = async (db) => {
  const [row] = await rowsOf<{ now: string }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  return new Date(Number(row?.now));
};
