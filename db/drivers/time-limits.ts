import type pg from "pg";
import { log } from "@/lib/platform/log";
import type { DatabaseTimeouts } from "./guarded-pool";

/** PostgreSQL settings, in milliseconds, by which the server gives up shortly before the hub does. */
export const limitsOf = ({ queryMs }: DatabaseTimeouts) => ({
  statement_timeout: queryMs - 500,
  lock_timeout: queryMs - 1_000,
  idle_in_transaction_session_timeout: 2 * queryMs,
});
type Limits = ReturnType<typeof limitsOf>;

export const isRefusedSetting = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "08P01";

/**
 * Whether a session keeps settings made when it opened. The value proves nothing: a role or database may set the
 * same.
 */
export async function keepsSettings(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query({ text: "select source from pg_settings where name = 'statement_timeout'" });
  return rows[0]?.source === "client";
}

/**
 * Behind a pooler any session may run a transaction, so each one sets the limits in its first message and statements
 * have no names.
 */
function askThroughPooler(client: pg.PoolClient, limits: Limits, needed: () => boolean): void {
  const beginning = Object.entries(limits).map(([name, ms]) => `; set local ${name} = ${ms}`);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const adapted = (statement: { text?: unknown; name?: unknown }) => {
    if (typeof statement.text === "string" && /^begin\b/i.test(statement.text))
      return { ...statement, text: [statement.text, ...beginning].join("") };
    return statement.name === undefined ? statement : { ...statement, name: undefined };
  };
  client.query = ((statement: { text?: unknown }, ...rest: unknown[]) =>
    query(needed() ? adapted(statement) : statement, ...rest)) as typeof client.query;
}

/** For drivers that are always behind a pooler. Call it before the pool has connections. */
export const limitTransactions = (pool: Pick<pg.Pool, "on">, limits: Limits): unknown =>
  pool.on("connect", (client) => askThroughPooler(client, limits, () => true));

/**
 * Makes the server enforce a pool's limits: per session, set when it opens, or per transaction behind a pooler that
 * refuses or ignores session settings (PgBouncer). Call it before the pool has connections.
 */
export function limitSessions(pool: Pick<pg.Pool, "connect" | "on" | "options">, limits: Limits): void {
  /** Whether sessions keep settings; null before the first connection. */
  let sessionsAreOurs: boolean | null = null;
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);

  function shareSessions(): void {
    if (sessionsAreOurs === false) return;
    sessionsAreOurs = false;
    for (const name of Object.keys(limits)) Reflect.deleteProperty(pool.options, name);
    log.info("the database is behind a pooler: time limits are set per transaction, and statements aren't prepared");
  }

  async function findOut(client: pg.PoolClient): Promise<void> {
    try {
      if (await keepsSettings(client)) sessionsAreOurs = true;
      else shareSessions();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  pool.connect = (async () => {
    const told = sessionsAreOurs !== false;
    try {
      const client = await connect();
      if (sessionsAreOurs === null) await findOut(client);
      return client;
    } catch (error) {
      if (!told || !isRefusedSetting(error)) throw error;
      shareSessions();
      return connect();
    }
  }) as typeof pool.connect;
  pool.on("connect", (client) => askThroughPooler(client, limits, () => sessionsAreOurs === false));
}
