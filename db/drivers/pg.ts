import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { log } from "@/lib/kernel/log";
import { migrationsFolder, type OpenDatabase } from "../database";
import * as schema from "../schema";

/** Any number, the same in every process: whoever migrates holds it. */
const MIGRATION_LOCK = 7_316_042;

/** Opens a pool on a PostgreSQL server. A connection that dies while idle is dropped from the pool, never fatal. */
export async function open(url: string, poolSize = 10): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  const db = drizzle({ client: pool, schema });
  return {
    db,
    async migrate() {
      const client = await pool.connect();
      try {
        await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
        await migrate(drizzle({ client, schema }), { migrationsFolder: migrationsFolder() });
      } finally {
        await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {});
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
