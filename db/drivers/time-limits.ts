import type pg from "pg";
import { log } from "@/lib/platform/log";
import type { Patience } from "./patient-pool";

/** What the server itself gives up at, a little before the hub does: by the names of PostgreSQL's settings, in milliseconds. */
export const limitsOf = ({ queryMs }: Patience) => ({
  statement_timeout: queryMs - 500,
  lock_timeout: queryMs - 1_000,
  idle_in_transaction_session_timeout: 2 * queryMs,
});
type Limits = ReturnType<typeof limitsOf>;

/** What a pooler answers to a connection that asks for settings of its session. */
export const isRefusedSetting = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "08P01";

/** Whether a session keeps what it was told as it opened. Its value says nothing: a role or a database may have the same. */
export async function keepsSettings(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query({ text: "select source from pg_settings where name = 'statement_timeout'" });
  return rows[0]?.source === "client";
}

/**
 * What a connection asks behind a pooler, which gives each transaction any session: each transaction begins by telling the server the limits, in the same
 * message, and no statement has a name, since the session that knows it may be another.
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

/** For a driver whose server is always behind a pooler, before the pool has a connection. */
export const limitTransactions = (pool: Pick<pg.Pool, "on">, limits: Limits): unknown =>
  pool.on("connect", (client) => askThroughPooler(client, limits, () => true));

/**
 * Has the server keep the limits that a pool was made with: each session, which is told them as it opens; or where a pooler that gives
 * sessions to others refuses or ignores that (PgBouncer), each transaction. Before the pool has a connection.
 */
export function limitSessions(pool: Pick<pg.Pool, "connect" | "on" | "options">, limits: Limits): void {
  /** Whether sessions keep what they are told; null until one is there. */
  let sessionsAreOurs: boolean | null = null;
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);

  function shareSessions(): void {
    if (sessionsAreOurs === false) return;
    sessionsAreOurs = false;
    for (const name of Object.keys(limits)) Reflect.deleteProperty(pool.options, name);
    log.info(
      "a pooler stands before the database: each transaction tells the server its time limits, and statements have no names",
    );
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
