import { createPool } from "@vercel/postgres";
import { drizzle } from "drizzle-orm/vercel-postgres";
import { migrate } from "drizzle-orm/vercel-postgres/migrator";
import type { Pool } from "pg";
import { migrationsFolder, type OpenDatabase } from "../database";
import * as schema from "../schema/index";
import { listen } from "./listen";
import { beginMigrating } from "./migration-lock";
import { makePatient, PATIENCE, type Patience } from "./patient-pool";
import { limitsOf, limitTransactions } from "./time-limits";

/**
 * Opens a pool on Vercel Postgres, over WebSockets, as patient as one on a server. What the server itself is to give up at is told with each transaction:
 * Vercel's pooler takes no settings of a session.
 */
export async function open(
  url: string,
  { patience = PATIENCE, directUrl }: { patience?: Patience; directUrl?: string } = {},
): Promise<OpenDatabase> {
  const pool = createPool({
    connectionString: url,
    connectionTimeoutMillis: patience.connectMs,
    idleTimeoutMillis: 30_000,
    query_timeout: patience.queryMs,
  });
  // Made of an older pg, which lacks nothing that is used here.
  limitTransactions(pool as unknown as Pool, limitsOf(patience));
  makePatient(pool as unknown as Pool, patience);
  const db = drizzle({ client: pool, schema });
  return {
    db,
    async migrate(folder = migrationsFolder()) {
      // Without patience: who runs long migrations is not silent.
      const migrating = createPool({ connectionString: url, connectionTimeoutMillis: patience.connectMs, max: 1 });
      const client = await migrating.connect();
      try {
        await beginMigrating(client);
        await migrate(drizzle({ client, schema }), { migrationsFolder: folder });
      } finally {
        client.release();
        await migrating.end();
      }
    },
    ...(directUrl && { listen: (hearing) => listen(directUrl, patience, hearing) }),
    close: () => pool.end(),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
