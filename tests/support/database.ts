import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { type Database, MIGRATIONS, type OpenDatabase } from "@/db/client";
import * as schema from "@/db/schema";

let template: Promise<Blob> | undefined;

async function makeTemplate(): Promise<Blob> {
  const client = new PGlite();
  await migrate(drizzle({ client, schema }), { migrationsFolder: MIGRATIONS });
  const dump = await client.dumpDataDir("none");
  await client.close();
  return dump;
}

/** A fresh in-memory database on the committed migrations, and nothing in it. `onQuery` hears of each statement. Close it when done. */
export async function createTestDatabase(onQuery: (statement: string) => void = () => {}): Promise<OpenDatabase> {
  template ??= makeTemplate();
  const client = new PGlite({ loadDataDir: await template });
  await client.waitReady;
  const db: Database = drizzle({ client, schema, logger: { logQuery: onQuery } });
  return { db, migrate: async () => {}, close: () => client.close() };
}
