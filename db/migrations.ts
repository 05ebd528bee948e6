import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { isHalfCopied, newestMigration } from "./copy/snapshot";
import { type Database, migrationsFolder, rowsOf } from "./database";
import { CannotOpen } from "./explain-database-error";

/** The last commit that upgrades databases older than the baseline (docs/adr/0018). */
export const PASS_THROUGH = "8cb40240";

const JOURNAL = "meta/_journal.json";

interface Journal {
  entries: { when: number }[];
}

const readJournal = (folder: string): Journal => JSON.parse(readFileSync(join(folder, JOURNAL), "utf8"));
const knownTimes = (): number[] => readJournal(migrationsFolder()).entries.map(({ when }) => when);

/** Journal time of this release's newest migration. */
export const newestKnown = (): number => Math.max(...knownTimes());

/** Journal time of the baseline. */
export const oldestKnown = (): number => Math.min(...knownTimes());

/**
 * True if a database or copy with this newest migration is older than the baseline, so this release can't upgrade
 * it.
 */
export const isTooOld = (migration: number): boolean => migration < oldestKnown();

/** True once the database has every migration of this release. It may also have later ones, which only add. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [row] = await rowsOf<{ made: string | null }>(
    db,
    sql`select max(created_at) as made from drizzle.__drizzle_migrations`,
  );
  return Number(row?.made ?? 0) >= newestKnown();
}

async function leastVersion(db: Database): Promise<number> {
  const [kept] = await rowsOf<{ there: boolean }>(
    db,
    sql`select to_regclass('drizzle.hub_least_version') is not null as there`,
  );
  if (!kept?.there) return 0;
  const [row] = await rowsOf<{ least: string | null }>(
    db,
    sql`select max(migration)::text as least from drizzle.hub_least_version`,
  );
  return Number(row?.least ?? 0);
}

/**
 * Checks whether this release can run on a database, before migrating it. A newer release's migrations only add, so
 * this one keeps working until they remove something it uses (docs/adr/0018).
 * @throws CannotOpen
 */
export async function requireRunnable(db: Database): Promise<void> {
  if (await isHalfCopied(db))
    throw new CannotOpen(
      "This database is an incomplete copy. Run the command that copies it (move-data or restore) again, or use another database.",
    );
  const migration = await newestMigration(db);
  if (migration !== null && isTooOld(migration))
    throw new CannotOpen(
      `This database is too old for this release. Start the hub of commit ${PASS_THROUGH} on it once, then this release.`,
    );
  if ((await leastVersion(db)) > newestKnown())
    throw new CannotOpen(
      "A newer release of the hub removed something from this database that this release needs. Start that release, or restore the backup from before the upgrade.",
    );
}

/** Migrates a database up to the migration with this journal time, which is earlier than this release's newest. */
export async function migrationsUpTo(when: number, migrate: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-migrations-"));
  try {
    await cp(migrationsFolder(), folder, { recursive: true });
    const journal = readJournal(folder);
    const entries = journal.entries.filter((entry) => entry.when <= when);
    await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
    await migrate(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
