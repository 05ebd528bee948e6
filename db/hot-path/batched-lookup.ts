import { type SQL, sql } from "drizzle-orm";
import { BatchScheduler } from "@/lib/platform/batch-loader";
import { tracing } from "@/lib/platform/tracing";
import type { Database } from "../database";
import { preparedStatement } from "./prepared-statement";

type Params = Record<string, "text" | "uuid" | "bigint" | "timestamptz">;
type Key<P extends Params> = { [Name in keyof P]: string | number | null };

function joinKeys(params: Params, query: SQL): SQL {
  const names = Object.keys(params).map((name) => sql.raw(name));
  const arrays = Object.entries(params).map(
    ([name, type]) => sql`${sql.placeholder(name)}::${sql.raw(type)}[] as ${sql.raw(name)}`,
  );
  const listed = (parts: SQL[]) => sql.join(parts, sql.raw(", "));
  const columns = names.map((name) => sql`given.${name}`);
  // `offset 0` stops the planner from flattening the subquery. Otherwise it would see the arrays' lengths and replan
  // each execution, which takes several times as long as the query. So the query is planned for one key, with its
  // indexes.
  return sql`select input.place::int, found.*
    from (select ${listed(arrays)} offset 0) as given
    cross join lateral unnest(${listed(columns)}) with ordinality as input(${listed(names)}, place)
    cross join lateral (${query} offset 0) as found`;
}

/**
 * Declares a batched read. `query` returns the rows for one key, whose values are `input.<name>`. Keys of one
 * event-loop turn share a statement. A value of a wrong type fails the whole batch, so check types before.
 */
export function batchedLookup<Row, P extends Params>(
  label: string,
  params: P,
  query: SQL,
): (db: Database, key: Key<P>) => Promise<Row[]> {
  const names = Object.keys(params);
  const run = preparedStatement<Row & { place: number }, Record<string, unknown>>(label, joinKeys(params, query));
  const loaders = new WeakMap<Database, (key: Key<P>) => Promise<Row[]>>();

  async function load(db: Database, keys: Key<P>[]): Promise<Row[][]> {
    const columns: Record<string, unknown> = {};
    for (const name of names) columns[name] = keys.map((key) => key[name]);
    const found: Row[][] = keys.map(() => []);
    for (const row of await run(db, columns)) found[row.place - 1]?.push(row);
    return found;
  }

  function loaderOf(db: Database): (key: Key<P>) => Promise<Row[]> {
    const known = loaders.get(db);
    if (known) return known;
    const loader = new BatchScheduler().loader({ batchFn: (keys: Key<P>[]) => load(db, keys) });
    loaders.set(db, loader);
    return loader;
  }

  // A traced request sends its own statement, to have it in its trace.
  return (db, key) => (tracing() ? load(db, [key]).then(([rows = []]) => rows) : loaderOf(db)(key));
}
