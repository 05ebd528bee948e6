import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "../database";
import { type Digest, digestOf, type Page, pagesOf, setForCopy } from "./pages";
import { type Sequence, sequencesOf, type Table, tablesOf } from "./shape";

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
