import { createHash } from "node:crypto";
import { DrizzleQueryError, is, Placeholder, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { inStatement } from "@/lib/platform/statements";
import type { Database } from "../database";
import { withoutValues } from "../observe-statements";

interface PreparedQuery {
  execute(values: Record<string, unknown>): Promise<unknown>;
}

interface Session {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string,
    isArray: boolean,
  ): PreparedQuery;
}

type RunDirectly = (
  statement: { name: string; text: string },
  values: (string | null)[],
) => Promise<Record<string, unknown>[]>;

/**
 * Databases whose driver takes statements directly, because Drizzle takes longer to pass one on than the driver to
 * send it.
 */
const direct = new WeakMap<Database, RunDirectly>();

export const runsDirectly = (db: Database, run: RunDirectly): unknown => direct.set(db, run);

function elementText(value: unknown): string {
  if (value == null) return "NULL";
  const text = String(value);
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text}"`;
}

function sentText(value: unknown): string | null {
  if (value == null) return null;
  return Array.isArray(value) ? `{${value.map(elementText).join(",")}}` : String(value);
}

/**
 * Declares a statement whose text is built once and which each connection prepares once. Values replace the
 * placeholders (`sql.placeholder`) of the same names.
 */
export function preparedStatement<Row, Values extends Record<string, unknown>>(
  label: string,
  query: SQL,
): (db: Database, values: Values) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(query);
  // Behind a pooler, two releases of the hub share a connection: the name includes a hash of the text.
  const name = `${label}_${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  const named = { name, text };
  const prepared = new WeakMap<Session, PreparedQuery>();
  const failed = (error: unknown) => withoutValues(new DrizzleQueryError(text, [], error as Error));

  async function throughBuilder(db: Database, values: Values): Promise<Row[]> {
    const { session } = db as unknown as { session: Session };
    let query = prepared.get(session);
    if (!query) {
      query = session.prepareQuery({ sql: text, params }, undefined, name, false);
      prepared.set(session, query);
    }
    const { rows } = (await query.execute(values)) as { rows: Row[] };
    return rows;
  }

  return (db, values) => {
    const run = direct.get(db);
    if (!run) return throughBuilder(db, values);
    const sent = params.map((param) => sentText(is(param, Placeholder) ? values[param.name] : param));
    return inStatement(text, () => run(named, sent).catch(failed)) as Promise<Row[]>;
  };
}
