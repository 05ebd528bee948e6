import pg from "pg";
import { type OpenDatabase, openDatabase } from "@/db/client";
import type { DatabaseTimeouts } from "@/db/drivers/guarded-pool";
import { newId } from "@/lib/platform/ids";
import { sharedResource } from "./shared-resource";
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

/** PostgreSQL 18, Debian's 15, or 18 behind PgBouncer in transaction mode. */
export const ENGINES = ["18", "15", "pgbouncer"] as const;
export type Engine = (typeof ENGINES)[number];

/** `npm run test:full -- engines` also runs tests that name no engine on the other two. */
const chosen = (process.env.TEST_ENGINE ?? "18") as Engine;

/**
 * A new migrated database on a real PostgreSQL, for tests that need several connections. `empty` skips migrations. If
 * the server can't start, the test fails with the reason. Close it when done.
 */
export async function createPostgresDatabase(
  options: { poolSize?: number; empty?: boolean; timeouts?: DatabaseTimeouts; engine?: Engine } = {},
): Promise<PostgresDatabase> {
  const { engine = chosen } = options;
  const templateUrl = new URL(await sharedResource(engine === "15" ? "postgres-15" : "postgres"));
  const name = `hub_${newId().replaceAll("-", "")}`;
  const template = options.empty ? "template1" : templateUrl.pathname.slice(1);
  await asAdministrator(templateUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(`/${name}`, engine === "pgbouncer" ? await sharedResource("pgbouncer") : templateUrl).href;
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
      // The server waits up to 5 seconds for closing connections. Force is for connections that a failed test left
      // open.
      await asAdministrator(templateUrl, `drop database ${name}`).catch(() =>
        asAdministrator(templateUrl, `drop database ${name} with (force)`),
      );
    },
  };
}
