import pg from "pg";
import { type OpenDatabase, openDatabase } from "@/db/client";
import type { DatabaseTimeouts } from "@/db/drivers/guarded-pool";
import { newId } from "@/lib/platform/ids";
import { fromMaker } from "./from-maker";
import { LONG_DATABASE_TIMEOUTS } from "./timeouts";

export interface PostgresDatabase extends OpenDatabase {
  url: string;
}

async function asAdministrator(templateUrl: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL("/postgres", templateUrl).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What a database is on: PostgreSQL 18, Debian's 15, or 18 behind PgBouncer in transaction mode. */
export const ENGINES = ["18", "15", "pgbouncer"] as const;
export type Engine = (typeof ENGINES)[number];

/** `npm run test:full -- engines` runs the tests that choose no engine on the other two. */
const chosen = (process.env.TEST_ENGINE ?? "18") as Engine;

/**
 * A fresh database on the committed migrations in a real PostgreSQL, for what depends on several connections.
 * `empty` leaves the migrations out. Never skips: where the server cannot start, the test fails and says why. Close it when done.
 */
export async function createPostgresDatabase(
  options: { poolSize?: number; empty?: boolean; timeouts?: DatabaseTimeouts; engine?: Engine } = {},
): Promise<PostgresDatabase> {
  const { engine = chosen } = options;
  const templateUrl = new URL(await fromMaker(engine === "15" ? "postgres-15" : "postgres"));
  const name = `hub_${newId().replaceAll("-", "")}`;
  const template = options.empty ? "template1" : templateUrl.pathname.slice(1);
  await asAdministrator(templateUrl, `create database ${name} template ${template}`);
  const url = new URL(`/${name}`, engine === "pgbouncer" ? await fromMaker("pgbouncer") : templateUrl).href;
  const database = await openDatabase({
    driver: "pg",
    url,
    poolSize: options.poolSize,
    timeouts: options.timeouts ?? LONG_DATABASE_TIMEOUTS,
  });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      // The server waits up to 5 s for connections that are just being closed; force is for those a failed test left open.
      await asAdministrator(templateUrl, `drop database ${name}`).catch(() =>
        asAdministrator(templateUrl, `drop database ${name} with (force)`),
      );
    },
  };
}
