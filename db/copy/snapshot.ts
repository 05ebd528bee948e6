import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "../database";
import { type Digest, digestOf, type Page, pagesOf, setForCopy } from "./pages";
import { type Sequence, sequencesOf, type Table, tablesOf } from "./shape";

/** A database cannot be copied, or cannot take a copy, or the copy is not what was copied; the message says what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

/** All that a hub's database holds at one moment, wherever it is read from. */
export interface Snapshot {
  /** The newest migration that was applied, as the journal of migrations dates it. */
  migration: number;
  tables: readonly Table[];
  sequences: readonly Sequence[];
  pagesOf(table: Table): AsyncGenerator<Page, Digest>;
  digestOf(table: Table): Promise<Digest>;
}

/** When the newest migration that a database has was made; null where none was applied. */
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

/** Reads a database as it is at one moment, whatever is written to it meanwhile. */
export function withSnapshot<Result>(
  db: Database,
  work: (snapshot: Snapshot, tx: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await setForCopy(tx);
      const migration = await newestMigration(tx);
      if (migration === null) throw new CopyRefused("This database has no hub in it.");
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

/** While this table is there, the database is a copy that is not whole; it says which tables are. */
export const DONE = sql`hub_copy.done`;

/** True for a database that is a copy which was begun and not ended: no hub may run on it. */
export async function isHalfCopied(db: Database): Promise<boolean> {
  const [row] = await rowsOf<{ there: boolean }>(db, sql`select to_regclass('hub_copy.done') is not null as there`);
  return row?.there ?? false;
}
