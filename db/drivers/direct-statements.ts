import type pg from "pg";
import { outsideRequests } from "@/lib/kernel/request-scope";
import { type NamedStatement, PreparedStatement, type SentValue } from "./prepared-statement";

/** Who was not needed for so long goes back to the pool. */
const KEPT_MS = 100;

/**
 * Statements on a pool's connections that are kept at hand from one to the next: to take one from the pool and to give it back takes longer than what
 * is asked on it. Each has a connection for itself, and whoever waits for one gets those that are kept.
 */
export class DirectStatements {
  private readonly kept: pg.PoolClient[] = [];
  /** How few were at hand since the last look: so many are not needed. */
  private fewest = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastGivenMs = 0;

  /** What the pool told those that are kept. */
  private readsOnly = false;

  /**
   * @param isReadOnly whether the pool has the server refuse what would write, to connections that it gives from now on
   * @param restedMs after so long nobody knows without asking whether a connection still answers
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly isReadOnly: () => boolean,
    private readonly restedMs: number,
  ) {
    pool.on("connect", (client) => client.on("error", (error: Error) => this.lost(client, error)));
  }

  /** How many connections are at hand. */
  get size(): number {
    return this.kept.length;
  }

  run(statement: NamedStatement, values: readonly SentValue[]): Promise<Record<string, unknown>[]> {
    this.closeRested();
    const readsOnly = this.isReadOnly();
    if (readsOnly !== this.readsOnly) this.letGo();
    this.readsOnly = readsOnly;
    return new Promise((resolve, reject) => {
      const ask = (client: pg.PoolClient) => {
        client.query(
          new PreparedStatement(statement, values, (error, result) => {
            this.giveBack(client, error, readsOnly);
            if (error) reject(error);
            else resolve(result?.rows ?? []);
          }),
        );
      };
      const client = this.kept.pop();
      if (this.kept.length < this.fewest) this.fewest = this.kept.length;
      if (client) ask(client);
      else this.pool.connect().then(ask).catch(reject);
    });
  }

  /** Gives all that are at hand back to the pool. */
  letGo(): void {
    this.closeRested();
    this.fewest = 0;
    for (const client of this.kept.splice(0)) client.release();
  }

  /** A process that was stopped for a while, as a function is between two requests, could not let them go in time: the pool would take them for fresh. */
  private closeRested(): void {
    if (this.kept.length === 0 || performance.now() - this.lastGivenMs < this.restedMs) return;
    this.fewest = 0;
    for (const client of this.kept.splice(0)) client.release(true);
  }

  private giveBack(client: pg.PoolClient, error: Error | null, readsOnly: boolean): void {
    const isWanted = !this.pool.ending && this.pool.waitingCount === 0 && readsOnly === this.readsOnly;
    if (error || !isWanted) client.release(error ?? undefined);
    else {
      this.kept.push(client);
      this.lastGivenMs = performance.now();
      this.timer ??= outsideRequests(() => setTimeout(() => this.look(), KEPT_MS).unref());
    }
  }

  /** The first of them were used last when all were needed. */
  private look(): void {
    this.closeRested();
    for (const client of this.kept.splice(0, this.fewest)) client.release();
    this.fewest = this.kept.length;
    this.timer = this.fewest > 0 ? setTimeout(() => this.look(), KEPT_MS).unref() : undefined;
  }

  private lost(client: pg.PoolClient, error: Error): void {
    const at = this.kept.indexOf(client);
    if (at < 0) return;
    this.kept.splice(at, 1);
    this.fewest = Math.min(this.fewest, this.kept.length);
    client.release(error);
  }
}
