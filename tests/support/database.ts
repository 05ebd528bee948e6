import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll } from "vitest";
import type { Database, OpenDatabase } from "@/db/client";
import * as schema from "@/db/schema";
import { fromMaker } from "./from-maker";

/** Databases of this worker that no test has open: emptying one takes a twentieth of the time that loading one takes. */
const idle: PGlite[] = [];

/** A database of this process with the hub's tables, beside which a tool makes its own: to load one takes a quarter of what making an empty one takes. */
export async function loadDatabase(): Promise<PGlite> {
  const template = await readFile(await fromMaker("embedded-template"));
  const client = new PGlite({ loadDataDir: new Blob([template]) });
  await client.waitReady;
  return client;
}

async function empty(client: PGlite): Promise<PGlite> {
  await client.exec("discard all");
  const { rows } = await client.query<{ tables: string }>(
    "select string_agg(format('%I', tablename), ', ') as tables from pg_tables where schemaname = 'public'",
  );
  await client.exec(`truncate ${rows[0]?.tables} restart identity`);
  return client;
}

/** The client until `isOpen` says no: whoever still asks afterwards would ask the next test's database. */
function guarded(client: PGlite, isOpen: () => boolean): PGlite {
  return new Proxy(client, {
    get(target, name) {
      if (!isOpen()) throw new Error("This test database is closed.");
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** A fresh in-memory database on the committed migrations, and nothing in it. `onQuery` hears of each statement. Close it when done. */
export async function createTestDatabase(onQuery: (statement: string) => void = () => {}): Promise<OpenDatabase> {
  const known = idle.pop();
  const client = known ? await empty(known) : await loadDatabase();
  let isOpen = true;
  const db: Database = drizzle({ client: guarded(client, () => isOpen), schema, logger: { logQuery: onQuery } });
  return {
    db,
    migrate: async () => {},
    async close() {
      if (isOpen) idle.push(client);
      isOpen = false;
    },
  };
}

/** A fresh in-memory database for the tests of a file: open before its own hooks, closed after them. */
export function openTestDatabase(): OpenDatabase {
  const database = {} as OpenDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
  });
  afterAll(() => database.close());
  return database;
}
