import { CannotOpen } from "../explain-database-error";

/** Any number, the same in every process: whoever migrates holds it. */
const MIGRATION_LOCK = 7_316_042;
/** The oldest PostgreSQL that the tests run on. */
const OLDEST = 15;

interface Client {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Begins the transaction in which a connection migrates, and waits in it until nobody else does. The migrator's own transaction joins this
 * one, and commits it. Its lock ends with it: behind a pooler the session is somebody else's next.
 * @throws CannotOpen where the server is too old
 */
export async function beginMigrating(client: Client): Promise<void> {
  const { rows } = await client.query("show server_version");
  const version = String(rows[0]?.server_version);
  if (Number.parseInt(version, 10) < OLDEST)
    throw new CannotOpen(
      `The database is PostgreSQL ${version}, and the hub needs ${OLDEST} or newer: upgrade it first.`,
    );
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}
