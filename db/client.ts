import { sql } from "drizzle-orm";
import { type Database, type OpenDatabase, rowsOf } from "./database";
import type { DatabaseTimeouts } from "./drivers/guarded-pool";
import { requireRunnable } from "./migrations";
import { observeStatements } from "./observe-statements";

export { type Database, type Listening, migrationsFolder, type OpenDatabase, rowsOf } from "./database";

export type DatabaseTarget =
  | { driver: "embedded"; directory: string }
  | { driver: "pg"; url: string; directUrl?: string; poolSize?: number; timeouts?: DatabaseTimeouts }
  | { driver: "vercel-postgres"; url: string; directUrl?: string; timeouts?: DatabaseTimeouts };

/** The target from the configuration: DATABASE_URL, else POSTGRES_URL, else embedded. */
export function databaseTarget(env: {
  DATABASE_URL?: string;
  POSTGRES_URL?: string;
  DATABASE_DIRECT_URL?: string;
  HUB_DATA_DIR: string;
}): DatabaseTarget {
  const directUrl = env.DATABASE_DIRECT_URL;
  if (env.DATABASE_URL) return { driver: "pg", url: env.DATABASE_URL, directUrl };
  if (env.POSTGRES_URL) return { driver: "vercel-postgres", url: env.POSTGRES_URL, directUrl };
  return { driver: "embedded", directory: env.HUB_DATA_DIR };
}

async function open(target: DatabaseTarget): Promise<OpenDatabase> {
  switch (target.driver) {
    case "embedded":
      return (await import("./drivers/embedded")).open(target.directory);
    case "pg":
      return (await import("./drivers/pg")).open(target.url, target);
    case "vercel-postgres":
      return (await import("./drivers/vercel-postgres")).open(target.url, target);
  }
}

/**
 * Opens the database; loads only the chosen driver.
 * @throws CannotOpen if the embedded directory is held or unusable, or this release can't migrate the database
 */
export async function openDatabase(target: DatabaseTarget): Promise<OpenDatabase> {
  const opened = await open(target);
  observeStatements(opened.db);
  return {
    ...opened,
    async migrate(folder) {
      if (folder === undefined) await requireRunnable(opened.db);
      await opened.migrate(folder);
    },
  };
}

export type Clock = (db: Database) => Promise<Date>;

/** The database's time, so that all processes share one clock. */
export const databaseClock: Clock = async (db) => {
  const [row] = await rowsOf<{ now: string }>(
    db,
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  );
  return new Date(Number(row?.now));
};
