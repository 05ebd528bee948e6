import type { OpenDatabase } from "./database";
import type { Patience } from "./drivers/patient-pool";

export { type Database, migrationsFolder, type OpenDatabase, rowsOf } from "./database";

/** Which database: embedded in a directory (or in memory), any PostgreSQL server, or Vercel Postgres. */
export type DatabaseTarget =
  | { driver: "pglite"; directory: string | null }
  | { driver: "pg"; url: string; poolSize?: number; patience?: Patience }
  | { driver: "vercel-postgres"; url: string };

/** The target that the configuration means: DATABASE_URL, else POSTGRES_URL, else embedded. */
export function databaseTarget(env: {
  DATABASE_URL?: string;
  POSTGRES_URL?: string;
  HUB_DATA_DIR: string;
}): DatabaseTarget {
  if (env.DATABASE_URL) return { driver: "pg", url: env.DATABASE_URL };
  if (env.POSTGRES_URL) return { driver: "vercel-postgres", url: env.POSTGRES_URL };
  return { driver: "pglite", directory: env.HUB_DATA_DIR };
}

/** Opens the database; drivers load only when they are chosen. @throws DataDirectoryInUse for an embedded directory that another process holds. */
export async function openDatabase(target: DatabaseTarget): Promise<OpenDatabase> {
  switch (target.driver) {
    case "pglite":
      return (await import("./drivers/pglite")).open(target.directory);
    case "pg":
      return (await import("./drivers/pg")).open(target.url, target);
    case "vercel-postgres":
      return (await import("./drivers/vercel-postgres")).open(target.url);
  }
}
