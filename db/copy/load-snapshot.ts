import { sql } from "drizzle-orm";
import { type Database, type OpenDatabase, rowsOf } from "../database";
import { isTooOld, migrationsUpTo, newestKnown, PASS_THROUGH } from "../migrations";
import { type ForeignKey, foreignKeysOf, inOrder, type Table, tablesOf } from "./shape";
import {
  CopyRefused,
  type Digest,
  DONE,
  digestOf,
  isHalfCopied,
  newestMigration,
  type Page,
  type Snapshot,
  setForCopy,
  writePage,
} from "./snapshot";

export interface Copied extends Digest {
  table: string;
  before: boolean;
}

export type OnCopied = (copied: Copied) => void;

async function hasRows(db: Database, tables: readonly Table[]): Promise<boolean> {
  for (const { name } of tables) {
    const [row] = await rowsOf(db, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (row) return true;
  }
  return false;
}

/**
 * Migrates an empty database to the snapshot's schema and marks it as an unfinished copy.
 * @throws CopyRefused for a database that contains anything else
 */
async function prepare(snapshot: Snapshot, { db, migrate }: OpenDatabase): Promise<void> {
  if (snapshot.migration > newestKnown())
    throw new CopyRefused("A newer release of the hub wrote the source. Use that release.");
  const there = await newestMigration(db);
  if ([snapshot.migration, there].some((migration) => migration !== null && isTooOld(migration)))
    throw new CopyRefused(
      `The source or target database is too old for this release. Start the hub of commit ${PASS_THROUGH} on it once, then try again.`,
    );
  if (there === null && (await tablesOf(db)).length > 0)
    throw new CopyRefused(
      "The target database has tables of another application. Use a separate database for the hub.",
    );
  if (there !== null && there > snapshot.migration)
    throw new CopyRefused(
      "The target database was made by a newer release than the source. Start the source once with that release and stop it, or use a database without tables.",
    );
  await migrationsUpTo(snapshot.migration, migrate);
  await db.transaction(async (tx) => {
    if (await isHalfCopied(tx)) return;
    if (await hasRows(tx, await tablesOf(tx)))
      throw new CopyRefused("The target database already has a hub's data. Use an empty database.");
    await markAsCopy(tx);
  });
}

/** Keeps hubs from starting on this database until the copy is complete. */
export async function markAsCopy(db: Database): Promise<void> {
  await db.execute(sql`create schema if not exists hub_copy`);
  await db.execute(sql`create table ${DONE} (name text primary key, rows int8 not null, digest text not null)`);
}

/**
 * Compares a database that another program filled with its snapshot, and clears the copy mark if they match.
 * @throws CopyRefused
 */
export async function verifyCopy(snapshot: Snapshot, { db }: OpenDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await setForCopy(tx);
    requireSameTables(snapshot.tables, await tablesOf(tx));
    for (const table of snapshot.tables) await requireArrived(tx, table, await snapshot.digestOf(table));
    await endCopy(tx, snapshot);
  });
}

async function doneIn(db: Database): Promise<Map<string, Digest>> {
  const rows = await rowsOf<{ name: string; rows: string; digest: string }>(
    db,
    sql`select name, rows::text as rows, digest from ${DONE}`,
  );
  return new Map(rows.map(({ name, rows, digest }) => [name, { rows: Number(rows), digest }]));
}

const isSame = (one: Digest, other: Digest): boolean => one.rows === other.rows && one.digest === other.digest;

async function resetCopy(tx: Database, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => sql.identifier(name));
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`);
  await tx.execute(sql`delete from ${DONE}`);
}

/** Rows arrive in key order, possibly before the rows they refer to. */
async function deferred(tx: Database, foreignKeys: readonly ForeignKey[], work: () => Promise<void>): Promise<void> {
  const immediate = foreignKeys.filter(({ deferrable }) => !deferrable);
  const alter = async ({ table, name }: ForeignKey, to: string) =>
    tx.execute(sql`alter table ${sql.identifier(table)} alter constraint ${sql.identifier(name)} ${sql.raw(to)}`);
  for (const key of immediate) await alter(key, "deferrable initially deferred");
  await work();
  await tx.execute(sql`set constraints all immediate`);
  for (const key of immediate) await alter(key, "not deferrable");
}

/** Triggers had their effect when the rows were first written. */
async function withoutTriggers(tx: Database, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const turn = (to: string) => async (table: Table) =>
    tx.execute(sql`alter table ${sql.identifier(table.name)} ${sql.raw(to)} trigger user`);
  for (const table of tables) await turn("disable")(table);
  await work();
  for (const table of tables) await turn("enable")(table);
}

async function requireArrived(tx: Database, table: Table, sent: Digest): Promise<void> {
  const arrived = await digestOf(tx, table);
  if (!isSame(sent, arrived))
    throw new CopyRefused(`Table ${table.name} arrived incomplete or changed: ${arrived.rows} of ${sent.rows} rows.`);
}

/**
 * Copies one table and verifies the result.
 * @throws CopyRefused if the rows differ from the source
 */
async function copyTable(tx: Database, snapshot: Snapshot, table: Table): Promise<Digest> {
  const pages = snapshot.pagesOf(table);
  let next = await pages.next();
  while (!next.done) {
    const page: Page = next.value;
    [next] = await Promise.all([pages.next(), writePage(tx, table, page)]);
  }
  await requireArrived(tx, table, next.value);
  return next.value;
}

function requireSameTables(source: readonly Table[], target: readonly Table[]): void {
  if (JSON.stringify(source) === JSON.stringify(target)) return;
  throw new CopyRefused("The two databases have the same migrations but different tables.");
}

async function endCopy(tx: Database, snapshot: Snapshot): Promise<void> {
  for (const { name, value, called } of snapshot.sequences)
    await tx.execute(sql`select setval(${`public.${name}`}::regclass, ${value}::int8, ${called})`);
  await tx.execute(sql`drop schema hub_copy cascade`);
}

/**
 * Makes an empty database a copy of a snapshot and compares each table by count and digest. Works on any supported
 * database, with the rights of its owner only. An interrupted copy continues at the table it had reached; no hub
 * starts on it before it is complete.
 * @throws CopyRefused
 */
export async function loadSnapshot(
  snapshot: Snapshot,
  target: OpenDatabase,
  onCopied: OnCopied = () => {},
): Promise<void> {
  const { db } = target;
  await prepare(snapshot, target);
  const [tables, foreignKeys] = [await tablesOf(db), await foreignKeysOf(db)];
  requireSameTables(snapshot.tables, tables);
  for (const [name, done] of await doneIn(db)) {
    const table = tables.find((each) => each.name === name);
    if (table && isSame(done, await snapshot.digestOf(table))) continue;
    await db.transaction(async (tx) => resetCopy(tx, tables));
    break;
  }
  for (const group of inOrder(tables, foreignKeys)) {
    const within = foreignKeys.filter(({ table, refersTo }) =>
      [table, refersTo].every((name) => group.some((each) => each.name === name)),
    );
    await db.transaction(async (tx) => {
      await setForCopy(tx);
      if (!(await isHalfCopied(tx))) throw new CopyRefused("Another copy into this database has just completed.");
      // A second copy into the same database waits here, then finds the tables done.
      await tx.execute(sql`lock table ${DONE} in exclusive mode`);
      const done = await doneIn(tx);
      const open = group.filter(({ name }) => !done.has(name));
      for (const { name } of group) {
        const before = done.get(name);
        if (before) onCopied({ table: name, before: true, ...before });
      }
      if (open.length === 0) return;
      await withoutTriggers(tx, open, () =>
        deferred(tx, within, async () => {
          for (const table of open) {
            const { rows, digest } = await copyTable(tx, snapshot, table);
            await tx.execute(sql`insert into ${DONE} values (${table.name}, ${rows}, ${digest})`);
            onCopied({ table: table.name, before: false, rows, digest });
          }
        }),
      );
    });
  }
  await db.transaction(async (tx) => {
    await setForCopy(tx);
    await endCopy(tx, snapshot);
  });
}
