import pg from "pg";
import { DatabaseUnavailable } from "@/lib/platform/database-watch";
import { log } from "@/lib/platform/log";
import { within } from "@/lib/platform/timing";
import { DirectStatements } from "../hot-path/direct-statements";
import { limitSessions, limitsOf } from "./time-limits";

/** How long the hub waits for a database server, in milliseconds. */
export interface Patience {
  /** For a new connection. */
  connectMs: number;
  /** For an answer to one statement; the server itself gives up on the statement a little before. */
  queryMs: number;
  /** After so long without use a connection is asked whether it still answers, before anybody gets it. */
  restedMs: number;
  /** For that answer. */
  probeMs: number;
}

export const PATIENCE: Patience = { connectMs: 3_000, queryMs: 5_000, restedMs: 2_000, probeMs: 1_500 };

/** What pg says when `query_timeout` is over; it has no code. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

const isBegin = (asked: unknown): boolean =>
  /^begin\b/i.test(typeof asked === "string" ? asked : String((asked as { text?: unknown } | null)?.text));

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** The driver's connection of a client, which it does not declare: ending it ends whatever waits on it. */
type Connected = { connection: { stream: { destroy(): void } } };
export const destroyConnection = (client: unknown): void => (client as Connected).connection.stream.destroy();

/** Makes a pool of any driver that is made of pg's patient, before it has a connection. */
export function makePatient(
  pool: Pick<pg.Pool, "connect" | "on" | "ending">,
  patience: Patience,
  isReadOnly: () => boolean = () => false,
): void {
  const readsOnly = new WeakMap<pg.PoolClient, boolean>();
  const lastUsedMs = new WeakMap<pg.PoolClient, number>();
  let silentSinceMs = Number.NEGATIVE_INFINITY;
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool);

  const answers = (client: pg.PoolClient): Promise<boolean> =>
    within(patience.probeMs, client.query("select 1")).then(
      () => true,
      () => false,
    );

  const unavailable = (cause: unknown): never => {
    throw new DatabaseUnavailable(cause);
  };

  /** The connection itself, or another one if it fell silent. */
  async function answering(client: pg.PoolClient): Promise<pg.PoolClient> {
    const usedMs = lastUsedMs.get(client);
    if (usedMs === undefined) return client;
    const isFresh = performance.now() - usedMs < patience.restedMs;
    if (usedMs > silentSinceMs) {
      if (isFresh || (await answers(client))) return client;
      silentSinceMs = usedMs;
      log.warn("a database connection that had rested gave no answer: it and its like are closed");
    }
    client.release(true);
    return connect().then(answering, unavailable);
  }

  /** Has the server refuse what would write, while nothing may be written. */
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
    // Without a listener an error of a connection in use would end the process; whoever waits for an answer gets it too.
    client.on("error", (error) => pool.ending || log.warn({ err: error }, "a database connection was lost"));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const asked = query(...args);
      if (asked instanceof Promise) {
        // Drizzle gives its connection back whatever becomes of a transaction, but for one that never began.
        if (isBegin(args[0])) asked.catch(() => client.release(true));
        asked.catch((error) => {
          // What waits behind it, such as a rollback, must not wait as long again.
          if (isSilence(error)) destroyConnection(client);
        });
      }
      return asked;
    }) as typeof client.query;
  }

  // pg-pool's own `query` comes by the callback, drizzle's transactions by the promise.
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
 * A pool whose connections may die, or stop answering without a word (a firewall that forgot them, a server that lost its network):
 *
 * - one that gave no answer in time is closed, not put back, so that what follows on it fails at once and the next caller gets a new one;
 * - one that rested is asked first whether it still answers. Where one does not, all that rested as long are closed with it: what silenced
 *   one silenced them all, and each of them would cost somebody the wait.
 */
export class PatientPool extends pg.Pool {
  readonly direct: DirectStatements;

  constructor(config: pg.PoolConfig, patience: Patience, isReadOnly = () => false) {
    const limits = limitsOf(patience);
    super({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: patience.connectMs,
      query_timeout: patience.queryMs,
      ...limits,
    });
    limitSessions(this, limits);
    makePatient(this, patience, isReadOnly);
    this.direct = new DirectStatements(this, isReadOnly, patience.restedMs);
    const connect = this.connect.bind(this) as (callback?: Callback) => unknown;
    this.connect = ((callback?: Callback) => {
      // Rather than that the pool opens another one, or has somebody wait.
      if (this.idleCount <= this.waitingCount) this.direct.letGo();
      return connect(callback);
    }) as pg.Pool["connect"];
  }
}
