import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Ctx } from "@/lib/kernel/context";
import { OWN_TABLES } from "./own-tables";

/** As long as anything that was under way when somebody was erased can take. */
const UNDER_WAY_MS = 24 * 60 * 60_000;

/** Takes away what was still written for people while they were erased, by a request that had begun before; gives how many rows. For the hub itself. */
export async function sweepErased({ db, now }: Ctx): Promise<number> {
  const since = new Date(now.getTime() - UNDER_WAY_MS).toISOString();
  let swept = 0;
  for (const { table, userId } of OWN_TABLES) {
    const rows = await rowsOf(
      db,
      sql`delete from ${table} where ${sql.identifier(userId.name)} in (select id from users where erased_at > ${since}::timestamptz) returning 1`,
    );
    swept += rows.length;
  }
  return swept;
}
