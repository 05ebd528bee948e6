import { CannotOpen } from "../explain-database-error";

/** An arbitrary advisory lock id, the same in every process. */
const MIGRATION_LOCK = 7_316_042;
/** The oldest PostgreSQL covered by tests. */
const OLDEST = 15;

interface Client {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Begins the transaction in which a connection migrates, once no other process does. The migrator's own transaction
 * joins and commits it. The lock ends with the transaction because a pooler may give the session to another client
 * next.
 * @throws CannotOpen if the server is too old
 */
export async function beginMigrating(client: Client): Promise<void> {
  const { rows } = await client.query("show server_version");
  const version = String(rows[0]?.server_version);
  if (Number.parseInt(version, 10) < OLDEST)
    throw new CannotOpen(
      `The database server is PostgreSQL ${version}; the hub needs ${OLDEST} or newer. Upgrade the server first.`,
    );
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}
