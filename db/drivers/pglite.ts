import { chmodSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { makePrivateFolder } from "@/lib/platform/private-file";
import { migrationsFolder, type OpenDatabase } from "../database";
import * as schema from "../schema/index";

/** Opens PostgreSQL as WebAssembly, in this process and with one connection, on a folder that nobody else has open; null keeps it in memory. */
export async function open(folder: string | null): Promise<OpenDatabase> {
  if (folder) {
    await makePrivateFolder(folder);
    // PGlite makes its files readable to everyone.
    chmodSync(folder, 0o700);
  }
  const client = new PGlite(folder ?? undefined);
  await client.waitReady;
  const db = drizzle({ client, schema });
  return {
    db,
    migrate: (folder = migrationsFolder()) => migrate(db, { migrationsFolder: folder }),
    close: () => client.close(),
  };
}
