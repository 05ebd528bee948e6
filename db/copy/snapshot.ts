import { type SQL, sql } from "drizzle-orm";
import { type Database, rowsOf } from "../database";
import { type Column, type Sequence, sequencesOf, type Table, tablesOf } from "./shape";

/** Rows and stored bytes per statement. Bounds its time and memory. */
const ROWS = 2_000;
const STORED_BYTES = 2_000_000;

/** Rows of a table: for each column, the array of its values in PostgreSQL's text format. */
export interface Page {
  rows: number;
  columns: readonly string[];
}

/** Equal for tables with the same rows, in any order. */
export interface Digest {
  rows: number;
  digest: string;
}

const name = ({ name }: Column): SQL => sql`${sql.identifier(name)}`;
const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
/** Type names come from the catalogue, already quoted. */
const cast = (value: SQL, { type }: Column): SQL => sql`${value}::${sql.raw(type)}`;

/** Makes the text format of values the same on every server. */
const TEXTS = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  extra_float_digits: "1",
  bytea_output: "hex",
} as const;
/** A copy waits for its other side for as long as that takes. */
const NO_LIMITS = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" } as const;

export async function setForCopy(tx: Database): Promise<void> {
  for (const [setting, value] of Object.entries({ ...TEXTS, ...NO_LIMITS }))
    await tx.execute(sql`select set_config(${setting}, ${value}, true)`);
}

function nextRows({ name: table, columns, key }: Table, after: readonly string[] | null): SQL {
  const keys = list(key.map(name));
  const begin = after
    ? sql`where (${keys}) > (${list(key.map((column, index) => cast(sql`${after[index]}::text`, column)))})`
    : sql``;
  const stored = sql.join(
    columns.map((column) => sql`coalesce(pg_column_size(${name(column)}), 0)`),
    sql` + `,
  );
  return sql`
    select * from (
      select *, sum(hub_stored) over (order by ${keys} rows unbounded preceding) - hub_stored as hub_before
      from (select *, (${stored})::int8 as hub_stored from ${sql.identifier(table)} ${begin} order by ${keys} limit ${ROWS}) as next
    ) as sized
    where hub_before < ${STORED_BYTES} order by ${keys}`;
}

const digestOfRow = (columns: readonly Column[]): SQL =>
  sql`md5(row(${list(columns.map((column) => sql`${name(column)}::text`))})::text)`;
const half = (from: number): SQL =>
  sql`coalesce(sum(('x' || substr(hub_md5, ${sql.raw(String(from))}, 16))::bit(64)::int8), 0)::text`;
const lastOf = (column: Column): SQL => sql`(array_agg(${name(column)}::text))[count(*)]`;

type Read = { rows: string; high: string; low: string; key: string[] } & Record<`c${number}`, string>;

const place = (index: number): SQL => sql`${sql.identifier(`c${index}`)}`;

/** Reads a table in pages; without `withValues` it only counts. */
async function* read(
  tx: Database,
  table: Table,
  { withValues }: { withValues: boolean },
): AsyncGenerator<{ page: Page; high: bigint; low: bigint }> {
  const { columns } = table;
  const shown = withValues ? columns : [];
  const values = shown.map((column, index) => sql`, array_agg(${name(column)}::text)::text as ${place(index)}`);
  for (let after: string[] | null = null; ; ) {
    const [next]: Read[] = await rowsOf<Read>(
      tx,
      sql`
      select count(*)::text as rows, ${half(1)} as high, ${half(17)} as low, json_build_array(${list(table.key.map(lastOf))}) as key
        ${sql.join(values)}
      from (select *, ${digestOfRow(columns)} as hub_md5 from (${nextRows(table, after)}) as shown) as page`,
    );
    const rows = Number(next?.rows ?? 0);
    if (!next || rows === 0) return;
    const texts = shown.map((_, index) => next[`c${index}`] ?? "");
    yield { page: { rows, columns: texts }, high: BigInt(next.high), low: BigInt(next.low) };
    after = next.key;
  }
}

/** 64-bit sums don't depend on the order of rows. */
class Summed {
  private rows = 0;
  private high = 0n;
  private low = 0n;

  add({ page, high, low }: { page: Page; high: bigint; low: bigint }): void {
    this.rows += page.rows;
    this.high = BigInt.asUintN(64, this.high + high);
    this.low = BigInt.asUintN(64, this.low + low);
  }

  get digest(): Digest {
    const hex = (half: bigint) => half.toString(16).padStart(16, "0");
    return { rows: this.rows, digest: hex(this.high) + hex(this.low) };
  }
}

export async function digestOf(tx: Database, table: Table): Promise<Digest> {
  const sum = new Summed();
  for await (const each of read(tx, table, { withValues: false })) sum.add(each);
  return sum.digest;
}

export async function* pagesOf(tx: Database, table: Table): AsyncGenerator<Page, Digest> {
  const sum = new Summed();
  for await (const each of read(tx, table, { withValues: true })) {
    sum.add(each);
    yield each.page;
  }
  return sum.digest;
}

export async function writePage(tx: Database, { name: table, columns }: Table, page: Page): Promise<void> {
  const names = list(columns.map(name));
  const texts = columns.map((_, index) => sql`${page.columns[index] ?? ""}::text::text[]`);
  const places = columns.map((_, index) => place(index));
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${names}) overriding system value
    select ${list(columns.map((column, index) => cast(place(index), column)))}
    from unnest(${list(texts)}) as page(${list(places)})`);
}

/** A source can't be copied, a target can't be used, or the copy differs. The message says what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

export interface Snapshot {
  migration: number;
  tables: readonly Table[];
  sequences: readonly Sequence[];
  pagesOf(table: Table): AsyncGenerator<Page, Digest>;
  digestOf(table: Table): Promise<Digest>;
}

/** Journal time of a database's newest migration; null if none was applied. */
export async function newestMigration(db: Database): Promise<number | null> {
  const [there] = await rowsOf<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!there?.there) return null;
  const [newest] = await rowsOf<{ at: string | null }>(
    db,
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  return newest?.at == null ? null : Number(newest.at);
}

/** Reads a database as of one moment, unaffected by later writes. */
export function withSnapshot<Result>(
  db: Database,
  work: (snapshot: Snapshot, tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await setForCopy(tx);
      const migration = await newestMigration(tx);
      if (migration === null) throw new CopyRefused("This database isn't a hub's.");
      const [tables, sequences] = [await tablesOf(tx), await sequencesOf(tx)];
      return work(
        {
          migration,
          tables,
          sequences,
          pagesOf: (table) => pagesOf(tx, table),
          digestOf: (table) => digestOf(tx, table),
        },
        tx,
      );
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Lists the tables copied so far; exists only while a copy is incomplete. */
export const DONE = sql`hub_copy.done`;

export async function isHalfCopied(db: Database): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(db, sql`select to_regclass('hub_copy.done') is not null as there`);
  return row?.there ?? false;
}
