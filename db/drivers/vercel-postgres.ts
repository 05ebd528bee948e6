import { createPool } from "@vercel/postgres";
import { drizzle } from "drizzle-orm/vercel-postgres";
import { migrate } from "drizzle-orm/vercel-postgres/migrator";
import { log } from "@/lib/kernel/log";
import { migrationsFolder, type OpenDatabase } from "../database";
import * as schema from "../schema";

/** Opens a pool on Vercel Postgres, over WebSockets. */
export async function open(url: string): Promise<OpenDatabase> {
  const pool = createPool({ connectionString: url, connectionTimeoutMillis: 5_000 });
  pool.on("error", (error: Error) => log.warn({ err: error }, "an idle database connection was lost"));
  const db = drizzle({ client: pool, schema });
  return {
    db,
    migrate: () => migrate(db, { migrationsFolder: migrationsFolder() }),
    close: () => pool.end(),
  };
}
