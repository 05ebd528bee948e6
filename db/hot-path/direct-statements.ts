import pg from "pg";
import { outsideRequests } from "@/lib/platform/request-scope";

interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

type SentValue = string | null;

type Done = (error: Error | null, result?: { rows: Record<string, unknown>[] }) => void;

interface Column {
  name: string;
  parse: (value: string) => unknown;
}

interface Connection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(statement: NamedStatement): void;
  bind(values: { statement: string; values: readonly SentValue[] }): void;
  describe(portal: { type: "P"; name: "" }): void;
  execute(portal: object): void;
  sync(): void;
}

const asItIs = (value: string): string => value;
/** Type ids of dates, times, intervals and arrays of them, which Drizzle also reads as text. */
const AS_TEXT = new Set([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    AS_TEXT.has(oid) ? asItIs : pg.types.getTypeParser(oid, format ?? "text"),
};

const described = new WeakMap<Connection, Map<string, Column[]>>();

/**
 * Sends a statement in one message and asks for its columns only once. Behind a pooler pg makes a normal query from
 * the same fields.
 */
class PreparedStatement implements NamedStatement, pg.Submittable {
  readonly types = types;
  readonly name: string;
  readonly text: string;
  #rows: Record<string, unknown>[] = [];
  #columns: Column[] = [];
  #failed: Error | null = null;

  constructor(
    { name, text }: NamedStatement,
    readonly values: readonly SentValue[],
    public callback: Done,
  ) {
    this.name = name;
    this.text = text;
  }

  submit(to: pg.Connection): void {
    const connection = to as unknown as Connection;
    const { name, values } = this;
    let known = described.get(connection);
    if (!known) {
      known = new Map();
      described.set(connection, known);
    }
    const isPrepared = connection.parsedStatements[name] !== undefined;
    const columns = isPrepared ? known.get(name) : undefined;
    this.#columns = columns ?? [];
    known.set(name, this.#columns);
    connection.stream.cork();
    if (!isPrepared) connection.parse(this);
    connection.bind({ statement: name, values });
    if (!columns) connection.describe({ type: "P", name: "" });
    connection.execute({});
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    for (const { name, dataTypeID } of fields) this.#columns.push({ name, parse: types.getTypeParser(dataTypeID) });
  }

  handleDataRow({ fields }: { fields: SentValue[] }): void {
    try {
      const row: Record<string, unknown> = {};
      for (let at = 0; at < fields.length; at += 1) {
        const { name, parse } = this.#columns[at] as Column;
        const value = fields[at] as SentValue;
        row[name] = value === null ? null : parse(value);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failed = error as Error;
    }
  }

  handleReadyForQuery(): void {
    if (this.#failed) this.callback(this.#failed);
    else this.callback(null, { rows: this.#rows });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

const KEPT_MS = 100;

/**
 * Runs statements on pool connections that it keeps between statements, because taking and returning one costs more
 * than a short query. Each statement has a connection to itself. The pool gets kept connections back when others
 * wait for one.
 */
export class DirectStatements {
  private readonly kept: pg.PoolClient[] = [];
  private fewest = 0;
  private timer: NodeJS.Timeout | undefined;
  private lastGivenMs = 0;

  private readsOnly = false;

  /**
   * @param isReadOnly whether new connections refuse writes
   * @param restedMs after this idle time a connection needs a check before use
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly isReadOnly: () => boolean,
    private readonly restedMs: number,
  ) {
    pool.on("connect", (client) => client.on("error", (error: Error) => this.lost(client, error)));
  }

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

  letGo(): void {
    this.closeRested();
    this.fewest = 0;
    for (const client of this.kept.splice(0)) client.release();
  }

  /**
   * A suspended process, such as a serverless function between requests, missed its timer. The pool would take these
   * connections for fresh.
   */
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
