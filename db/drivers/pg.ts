import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { migrationsFolder, type OpenDatabase } from "../database";
import * as schema from "../schema";
import { PATIENCE, type Patience, PatientPool } from "./patient-pool";

/** Any number, the same in every process: whoever migrates holds it. */
const MIGRATION_LOCK = 7_316_042;

/** Opens a pool on a PostgreSQL server. A connection that dies or falls silent costs whoever waits on it an error, and nobody else. */
export async function open(
  url: string,
  { poolSize = 10, patience = PATIENCE }: { poolSize?: number; patience?: Patience } = {},
): Promise<OpenDatabase> {
  const pool = new PatientPool({ connectionString: url, max: poolSize }, patience);
  const db = drizzle({ client: pool, schema });
  return {
    db,
    async migrate() {
      // A connection of its own: who waits for another process's migrations, or runs long ones, is not silent.
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience.connectMs });
      await client.connect();
      try {
        await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
        await migrate(drizzle({ client, schema }), { migrationsFolder: migrationsFolder() });
      } finally {
        await client.end();
      }
    },
    close: () => pool.end(),
  };
}
