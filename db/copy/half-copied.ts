import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "../database";

/** While this table is there, the database is a copy that is not whole; it says which tables are. */
export const DONE = sql`hub_copy.done`;

/** True for a database that is a copy which was begun and not ended: no hub may run on it. */
export async function isHalfCopied(db: Database): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(db, sql`select to_regclass('hub_copy.done') is not null as there`);
  return row?.there ?? false;
}
