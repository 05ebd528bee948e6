import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder, type OpenDatabase } from "../database";
import { lockDirectory } from "../directory-lock";
import * as schema from "../schema";

/** Opens the embedded database in `directory`, which this process holds alone until it closes; null keeps it in memory. */
export async function open(directory: string | null): Promise<OpenDatabase> {
  if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = directory ? await lockDirectory(directory) : null;
  const client = new PGlite(directory ? join(directory, "db") : undefined);
  try {
    await client.waitReady;
  } catch (cause) {
    await lock?.release();
    throw cause;
  }
  const db = drizzle({ client, schema });
  return {
    db,
    migrate: () => migrate(db, { migrationsFolder: migrationsFolder() }),
    async close() {
      await client.close();
      await lock?.release();
    },
  };
}
