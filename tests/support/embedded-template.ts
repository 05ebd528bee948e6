import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { migrationsFolder } from "@/db/client";

/** Writes a migrated embedded database to a file. Loading it takes a tenth of the time of migrating one. */
export async function makeTemplate(): Promise<{ value: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "hub-template-"));
  const client = new PGlite();
  await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
  const dump = await client.dumpDataDir("none");
  await client.close();
  const value = join(folder, "template.tar");
  await writeFile(value, Buffer.from(await dump.arrayBuffer()));
  return { value, remove: () => rm(folder, { recursive: true }) };
}
