import { readFile } from "node:fs/promises";
import { type ParserOptions, PGlite, type Transaction } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll } from "vitest";
import type { Database, OpenDatabase } from "@/db/client";
import * as schema from "@/db/schema";
import { sharedResource } from "./shared-resource";

/** Closed databases of this worker. Emptying one takes a twentieth of the time of loading one. */
const idle: PGlite[] = [];

/** Types that drizzle expects as text: dates, times, intervals and arrays of times, intervals and numbers. */
const DRIZZLE_PARSERS = Object.fromEntries(
  [1082, 1114, 1115, 1184, 1185, 1186, 1187, 1231].map((type) => [type, (text: string) => text]),
);

/**
 * An in-process database with the hub's tables. Loading a template takes a quarter of the time of creating an empty
 * one.
 */
export async function loadDatabase(parsers?: ParserOptions): Promise<PGlite> {
  const template = await readFile(await sharedResource("embedded-template"));
  const client = new PGlite({ loadDataDir: new Blob([template]), parsers });
  await client.waitReady;
  return client;
}

/** Deletes the rows of the tables that have any. Truncating every table takes twenty times as long. */
async function empty(client: PGlite): Promise<PGlite> {
  await client.exec("discard all");
  // Without foreign keys and triggers.
  await client.exec("set session_replication_role = replica");
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`);
  const used = rows.map(({ name }) => name);
  if (used.length > 0) {
    await client.exec(used.map((name) => `delete from ${name}`).join(";"));
    await client.exec(`vacuum ${used}`);
    // As after truncating, so the same statements get the same plans.
    await client.exec(
      "update pg_class set reltuples = -1 where relnamespace = 'public'::regnamespace and reltuples <> -1",
    );
  }
  await client.exec(`
    reset session_replication_role;
    select setval(seqrelid::regclass, seqstart, false) from pg_sequence
    join pg_class on oid = seqrelid where relnamespace = 'public'::regnamespace`);
  return client;
}

/** Drops a query's own parsers. Merging them with its 300 costs PGlite a third of the query's time. */
const queryOf =
  (client: PGlite | Transaction): PGlite["query"] =>
  (statement, values, options) =>
    client.query(statement, values, { ...options, parsers: undefined });

/** Throws once `isOpen` returns false, so late queries don't reach the next test's database. */
function guarded(client: PGlite, isOpen: () => boolean): PGlite {
  const transaction: PGlite["transaction"] = (run) => client.transaction((tx) => run({ ...tx, query: queryOf(tx) }));
  const own: Record<string | symbol, unknown> = { query: queryOf(client), transaction };
  return new Proxy(client, {
    get(target, name) {
      if (!isOpen()) throw new Error("This test database is closed.");
      if (name in own) return own[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** An empty in-memory database with all migrations. `onQuery` receives each statement. Close it when done. */
export async function createTestDatabase(onQuery: (statement: string) => void = () => {}): Promise<OpenDatabase> {
  const known = idle.pop();
  const client = known ? await empty(known) : await loadDatabase(DRIZZLE_PARSERS);
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

/** One empty in-memory database for a test file. It opens before the file's own hooks and closes after them. */
export function openTestDatabase(): OpenDatabase {
  const database = {} as OpenDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
  });
  afterAll(() => database.close());
  return database;
}
