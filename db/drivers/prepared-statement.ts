import pg from "pg";

/** A statement that each connection prepares once, by its name. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** A value as the server reads it: text, or nothing. */
export type SentValue = string | null;

type Done = (error: Error | null, result?: { rows: Record<string, unknown>[] }) => void;

interface Column {
  name: string;
  parse: (value: string) => unknown;
}

/** What a connection of pg's takes, as pg's own queries say it; it is not declared. */
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
/** Moments, days, spans and lists of them, which the query builder has as text too. */
const AS_TEXT = new Set([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    AS_TEXT.has(oid) ? asItIs : pg.types.getTypeParser(oid, format ?? "text"),
};

/** What each connection was told of the statements that it has prepared. */
const described = new WeakMap<Connection, Map<string, Column[]>>();

/**
 * A statement that is said to a connection in one message, and whose columns are asked for once. It gives the rows by pg's interface for queries of one's own.
 * Behind a pooler pg makes a query of its own kind of what stands in its fields.
 */
export class PreparedStatement implements NamedStatement, pg.Submittable {
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
