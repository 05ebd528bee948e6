import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Database } from "./database";

interface PreparedQuery {
  execute(values: Record<string, unknown>): Promise<unknown>;
}

/** What the query builder has of each driver alike, beneath its types. */
interface Session {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string,
    isArray: boolean,
  ): PreparedQuery;
}

/**
 * Declares a statement that is on the way of many requests: its text is written once, and each connection prepares it once, by its name. Its values
 * are placeholders (`sql.placeholder`), by which they are given.
 */
export function statement<Row, Values extends Record<string, unknown>>(
  label: string,
  query: SQL,
): (db: Database, values: Values) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  // A connection that a pooler hands from one release of the hub to the next knows both their statements.
  const name = `${label}_${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  const prepared = new WeakMap<Session, PreparedQuery>();
  return async (db, values) => {
    const { session } = db as unknown as { session: Session };
    let query = prepared.get(session);
    if (!query) {
      query = session.prepareQuery({ sql: text, params }, undefined, name, false);
      prepared.set(session, query);
    }
    const { rows } = (await query.execute(values)) as { rows: Row[] };
    return rows;
  };
}
