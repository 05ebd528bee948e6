import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "../database";

export interface Column {
  name: string;
  /** In SQL, such as `timestamp(3) with time zone`. */
  type: string;
}

/** Columns in an order that is the same on every server. */
export interface Table {
  name: string;
  /** Without generated columns, which the target computes. */
  columns: readonly Column[];
  key: readonly Column[];
}

export interface ForeignKey {
  name: string;
  table: string;
  refersTo: string;
  deferrable: boolean;
}

export interface Sequence {
  name: string;
  value: string;
  called: boolean;
}

/** Reads the hub's tables from the catalogue, so tables of new migrations are included. */
export async function tablesOf(db: Database): Promise<Table[]> {
  return rowsOf<Table>(
    db,
    sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.place)
        from pg_index i, unnest(i.indkey::int2[]) with ordinality as k(attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '[]') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`,
  );
}

export async function foreignKeysOf(db: Database): Promise<ForeignKey[]> {
  return rowsOf<ForeignKey>(
    db,
    sql`
    select k.conname as name, t.relname as table, r.relname as "refersTo", k.condeferrable as deferrable
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace
    order by t.relname, k.conname`,
  );
}

export async function sequencesOf(db: Database): Promise<Sequence[]> {
  const names = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [at] = await rowsOf<{ value: string; called: boolean }>(
      db,
      sql`select last_value::text as value, is_called as called from ${sql.identifier(name)}`,
    );
    if (at) sequences.push({ name, ...at });
  }
  return sequences;
}

/**
 * Groups tables so that each group refers only to earlier groups and itself. Tables that refer to one another in a
 * circle form one group.
 */
export function inOrder<Named extends { name: string }>(
  tables: readonly Named[],
  foreignKeys: readonly ForeignKey[],
): Named[][] {
  const refersTo = new Map(tables.map(({ name }) => [name, new Set<string>()]));
  for (const { table, refersTo: other } of foreignKeys) refersTo.get(table)?.add(other);
  const reached = (from: string): Set<string> => {
    const found = new Set<string>();
    const open = [from];
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const next of refersTo.get(name) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    return found;
  };
  const reach = new Map(tables.map(({ name }) => [name, reached(name)]));
  const reaches = (from: string, to: string) => reach.get(from)?.has(to) ?? false;
  const groups: Named[][] = [];
  for (const table of tables) {
    const circle = groups.find(
      ([first]) => first && reaches(table.name, first.name) && reaches(first.name, table.name),
    );
    if (circle) circle.push(table);
    else groups.push([table]);
  }
  // A group reaches more groups than any that it refers to.
  const depth = (group: readonly Named[]) =>
    groups.filter((other) => other !== group && group.some(({ name }) => other.some((to) => reaches(name, to.name))))
      .length;
  return groups.sort((one, other) => depth(one) - depth(other));
}
