import pg from "pg";
import { log } from "@/lib/kernel/log";
import { afterPatience } from "@/lib/kernel/patience";

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

type Connect = typeof pg.Pool.prototype.connect;
type Callback = Parameters<Connect>[0];

/**
 * A pool whose connections may die, or stop answering without a word (a firewall that forgot them, a server that lost its network):
 *
 * - one that gave no answer in time is closed, not put back, so that what follows on it fails at once and the next caller gets a new one;
 * - one that rested is asked first whether it still answers. Where one does not, all that rested as long are closed with it: what silenced
 *   one silenced them all, and each of them would cost somebody the wait.
 */
export class PatientPool extends pg.Pool {
  private readonly lastUsedMs = new WeakMap<pg.PoolClient, number>();
  private silentSinceMs = Number.NEGATIVE_INFINITY;

  constructor(
    config: pg.PoolConfig,
    private readonly patience: Patience,
  ) {
    super({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: patience.connectMs,
      query_timeout: patience.queryMs,
      statement_timeout: patience.queryMs - 500,
      lock_timeout: patience.queryMs - 1_000,
      idle_in_transaction_session_timeout: 2 * patience.queryMs,
    });
    this.on("connect", (client) => this.watch(client));
    this.on("release", (_, client) => this.lastUsedMs.set(client, performance.now()));
    this.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  }

  // pg-pool's own `query` comes by the callback, drizzle's transactions by the promise.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connecting = this.connectAnswering();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  private async connectAnswering(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect();
      const usedMs = this.lastUsedMs.get(client);
      if (usedMs === undefined) return client;
      const probedMs = performance.now();
      if (usedMs > this.silentSinceMs) {
        if (probedMs - usedMs < this.patience.restedMs || (await this.answers(client))) return client;
        this.silentSinceMs = usedMs;
        log.warn("a database connection that had rested gave no answer: it and its like are closed");
      }
      client.release(true);
    }
  }

  private async answers(client: pg.PoolClient): Promise<boolean> {
    let callOff = () => {};
    const silence = new Promise<false>((done) => {
      callOff = afterPatience(this.patience.probeMs, () => done(false));
    });
    const answer = client.query("select 1").then(
      () => true,
      () => false,
    );
    return Promise.race([answer, silence]).finally(callOff);
  }

  private watch(client: pg.PoolClient): void {
    // Without a listener an error of a connection in use would end the process; whoever waits for an answer gets it too.
    client.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const asked = query(...args);
      if (asked instanceof Promise) {
        asked.catch((error) => {
          // What waits behind it, such as a rollback, must not wait as long again.
          if (isSilence(error))
            (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
        });
      }
      return asked;
    }) as typeof client.query;
  }
}
