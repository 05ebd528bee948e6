import { type SQL, sql } from "drizzle-orm";
import { TurnsEnd } from "@/lib/platform/gather-turn";
import { tracing } from "@/lib/platform/tracing";
import type { Database } from "./database";
import { statement } from "./statement";

type Given = Record<string, "text" | "uuid" | "bigint" | "timestamptz">;
type Question<G extends Given> = { [Name in keyof G]: string | number | null };

/** As many rows as there are questions, each with its place, and beside each what the query finds for it. */
function beside(given: Given, query: SQL): SQL {
  const names = Object.keys(given).map((name) => sql.raw(name));
  const arrays = Object.entries(given).map(
    ([name, type]) => sql`${sql.placeholder(name)}::${sql.raw(type)}[] as ${sql.raw(name)}`,
  );
  const listed = (parts: SQL[]) => sql.join(parts, sql.raw(", "));
  const taken = names.map((name) => sql`given.${name}`);
  // The arrays come in a row of their own, and each offset keeps what is before it whole: a planner that saw how long they are would plan each execution
  // anew, which takes several times as long as the answer; and the query is planned for one question, by the indexes, however many are asked and however
  // small the tables are.
  return sql`select asked.place::int, found.*
    from (select ${listed(arrays)} offset 0) as given
    cross join lateral unnest(${listed(taken)}) with ordinality as asked(${listed(names)}, place)
    cross join lateral (${query} offset 0) as found`;
}

/**
 * Declares a read that is on the way of each request: `query` finds the rows for one question, whose values it has as `asked.<name>`. What is asked in
 * one turn of the event loop goes to the database in one statement. It is sent after each of its questions was asked: no answer is older than its
 * question. Values must be of their types: a statement that fails fails for all that are in it.
 */
export function lookup<Row, G extends Given>(
  label: string,
  given: G,
  query: SQL,
): (db: Database, question: Question<G>) => Promise<Row[]> {
  const names = Object.keys(given);
  const run = statement<Row & { place: number }, Record<string, unknown>>(label, beside(given, query));
  const gathered = new WeakMap<Database, (question: Question<G>) => Promise<Row[]>>();

  async function ask(db: Database, questions: Question<G>[]): Promise<Row[][]> {
    const columns: Record<string, unknown> = {};
    for (const name of names) columns[name] = questions.map((question) => question[name]);
    const found: Row[][] = questions.map(() => []);
    for (const row of await run(db, columns)) found[row.place - 1]?.push(row);
    return found;
  }

  function gatheredFor(db: Database): (question: Question<G>) => Promise<Row[]> {
    const known = gathered.get(db);
    if (known) return known;
    const asking = new TurnsEnd().gather({ ask: (questions: Question<G>[]) => ask(db, questions) });
    gathered.set(db, asking);
    return asking;
  }

  return (db, question) => {
    // Each statement belongs into the trace of its own request.
    if (tracing()) return ask(db, [question]).then(([rows = []]) => rows);
    return gatheredFor(db)(question);
  };
}
