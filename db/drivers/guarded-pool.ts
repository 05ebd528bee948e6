import pg from "pg";
import { DatabaseUnavailable } from "@/lib/platform/database-watch";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/timing";
import { DirectStatements } from "../hot-path/direct-statements";

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
function limitSessions(pool: Pick<pg.Pool, "connect" | "on" | "options">, limits: Limits): void {
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

/** Timeouts for a database server, in milliseconds. */
export interface DatabaseTimeouts {
  connectMs: number;
  queryMs: number;
  restedMs: number;
  probeMs: number;
}

export const DEFAULT_TIMEOUTS: DatabaseTimeouts = { connectMs: 3_000, queryMs: 5_000, restedMs: 2_000, probeMs: 1_500 };

/** pg's error for `query_timeout` has no code. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

const isBegin = (statement: unknown): boolean =>
  /^begin\b/i.test(typeof statement === "string" ? statement : String((statement as { text?: unknown } | null)?.text));

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** pg doesn't declare a client's connection. Destroying it ends all queries that wait on it. */
type Connected = { connection: { stream: { destroy(): void } } };
export const destroyConnection = (client: unknown): void => (client as Connected).connection.stream.destroy();

/** Adds timeouts and checks to a pool of any pg-based driver, before it has connections. */
export function guardPool(
  pool: Pick<pg.Pool, "connect" | "on" | "ending">,
  timeouts: DatabaseTimeouts,
  isReadOnly: () => boolean = () => false,
): void {
  const readsOnly = new WeakMap<pg.PoolClient, boolean>();
  const lastUsedMs = new WeakMap<pg.PoolClient, number>();
  let silentSinceMs = Number.NEGATIVE_INFINITY;
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);

  const answers = (client: pg.PoolClient): Promise<boolean> =>
    withTimeout(timeouts.probeMs, client.query("select 1")).then(
      () => true,
      () => false,
    );

  const unavailable = (cause: unknown): never => {
    throw new DatabaseUnavailable(cause);
  };

  async function answering(client: pg.PoolClient): Promise<pg.PoolClient> {
    const usedMs = lastUsedMs.get(client);
    if (usedMs === undefined) return client;
    const isFresh = performance.now() - usedMs < timeouts.restedMs;
    if (usedMs > silentSinceMs) {
      if (isFresh || (await answers(client))) return client;
      silentSinceMs = usedMs;
      log.warn("an idle database connection did not answer; closed it and others idle as long");
    }
    client.release(true);
    return connect().then(answering, unavailable);
  }

  /** Makes the server refuse writes while the hub is read-only. */
  async function limited(client: pg.PoolClient): Promise<pg.PoolClient> {
    const wanted = isReadOnly();
    if (wanted === (readsOnly.get(client) ?? false)) return client;
    try {
      await client.query(`set default_transaction_read_only = ${wanted}`);
      readsOnly.set(client, wanted);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  function watch(client: pg.PoolClient): void {
    // Without a listener, an error on a connection in use would end the process. The query's caller gets it too.
    client.on("error", (error) => pool.ending || log.warn({ err: error }, "a database connection was lost"));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) {
        // Drizzle releases its connection after a transaction, except where `begin` failed.
        if (isBegin(args[0])) result.catch(() => client.release(true));
        result.catch((error) => {
          // Keeps queued queries, such as a rollback, from waiting for their own timeout.
          if (isSilence(error)) destroyConnection(client);
        });
      }
      return result;
    }) as typeof client.query;
  }

  // pg-pool's own `query` passes a callback; drizzle's transactions use the promise.
  pool.connect = ((callback?: Callback) => {
    const connecting = connect().then(async (client) => limited(await answering(client)), unavailable);
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }) as typeof pool.connect;
  pool.on("connect", watch);
  pool.on("release", (_, client) => lastUsedMs.set(client, performance.now()));
  pool.on("error", (error) => pool.ending || log.warn({ err: error }, "an idle database connection was lost"));
}

/**
 * A pool whose connections may die, or fall silent without an error (a firewall's timeout, a lost network):
 * - A connection that times out is closed, so what follows on it fails at once and the next caller gets a new one.
 * - An idle connection is checked before use. If one fell silent, all that were idle as long are closed too: they
 * share the cause, and each would cost a caller the wait.
 */
export class GuardedPool extends pg.Pool {
  readonly direct: DirectStatements;

  constructor(config: pg.PoolConfig, timeouts: DatabaseTimeouts, isReadOnly = () => false) {
    const limits = limitsOf(timeouts);
    super({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: timeouts.connectMs,
      query_timeout: timeouts.queryMs,
      ...limits,
    });
    limitSessions(this, limits);
    guardPool(this, timeouts, isReadOnly);
    this.direct = new DirectStatements(this, isReadOnly, timeouts.restedMs);
    const connect = this.connect.bind(this) as (callback?: Callback) => unknown;
    this.connect = ((callback?: Callback) => {
      // Reuses a kept connection before the pool opens one or makes a caller wait.
      if (this.idleCount <= this.waitingCount) this.direct.letGo();
      return connect(callback);
    }) as pg.Pool["connect"];
  }
}
