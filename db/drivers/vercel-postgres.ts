import { createPool } from "@vercel/postgres";
import { drizzle } from "drizzle-orm/vercel-postgres";
import { migrate } from "drizzle-orm/vercel-postgres/migrator";
import type { Pool } from "pg";
import { migrationsFolder, type OpenDatabase } from "../database";
import * as schema from "../schema/index";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS, guardPool, limitsOf, limitTransactions } from "./guarded-pool";
import { listen } from "./listen";
import { beginMigrating } from "./migration-lock";

/**
 * Opens a pool on Vercel Postgres over WebSockets, with the timeouts of other pools. Limits are set per transaction
 * because Vercel's pooler refuses session settings.
 */
export async function open(
  url: string,
  { timeouts = DEFAULT_TIMEOUTS, directUrl }: { timeouts?: DatabaseTimeouts; directUrl?: string } = {},
): Promise<OpenDatabase> {
  const pool = createPool({
    connectionString: url,
    connectionTimeoutMillis: timeouts.connectMs,
    idleTimeoutMillis: 30_000,
    query_timeout: timeouts.queryMs,
  });
  // Its type is of an older pg, which has everything used here.
  limitTransactions(pool as unknown as Pool, limitsOf(timeouts));
  guardPool(pool as unknown as Pool, timeouts);
  const db = drizzle({ client: pool, schema });
  return {
    db,
    async migrate(folder = migrationsFolder()) {
      // No timeouts: long migrations are normal.
      const migrating = createPool({ connectionString: url, connectionTimeoutMillis: timeouts.connectMs, max: 1 });
      const client = await migrating.connect();
      try {
        await beginMigrating(client);
        await migrate(drizzle({ client, schema }), { migrationsFolder: folder });
      } finally {
        client.release();
        await migrating.end();
      }
    },
    ...(directUrl && { listen: (hearing) => listen(directUrl, timeouts, hearing) }),
    close: () => pool.end(),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
