import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { migrationsFolder, type OpenDatabase } from "../database";
import { runsDirectly } from "../hot-path/prepared-statement";
import * as schema from "../schema/index";
import { type DatabaseTimeouts, DEFAULT_TIMEOUTS, GuardedPool } from "./guarded-pool";
import { listen } from "./listen";
import { beginMigrating } from "./migration-lock";

/** Opens a pool on a PostgreSQL server. A dead or silent connection fails only the queries waiting on it. */
export async function open(
  url: string,
  {
    poolSize = 10,
    timeouts = DEFAULT_TIMEOUTS,
    isReadOnly,
    directUrl = url,
  }: { poolSize?: number; timeouts?: DatabaseTimeouts; isReadOnly?: () => boolean; directUrl?: string } = {},
): Promise<OpenDatabase> {
  const pool = new GuardedPool({ connectionString: url, max: poolSize }, timeouts, isReadOnly);
  const db = drizzle({ client: pool, schema });
  const { direct } = pool;
  runsDirectly(db, (statement, values) => direct.run(statement, values));
  return {
    db,
    async migrate(folder = migrationsFolder()) {
      // A connection without timeouts: waiting for other migrations, or running long ones, is normal.
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeouts.connectMs });
      await client.connect();
      try {
        await beginMigrating(client);
        await migrate(drizzle({ client, schema }), { migrationsFolder: folder });
      } finally {
        await client.end();
      }
    },
    listen: (hearing) => listen(directUrl, timeouts, hearing),
    close() {
      direct.letGo();
      return pool.end();
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount + direct.size, waiting: pool.waitingCount }),
  };
}
