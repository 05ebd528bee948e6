import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrationsFolder } from "./database";

const JOURNAL = "meta/_journal.json";

interface Journal {
  entries: { when: number }[];
}

const readJournal = async (folder: string): Promise<Journal> =>
  JSON.parse(await readFile(join(folder, JOURNAL), "utf8"));

/** Has a database brought to the schema that it had right after one migration, by which the journal dates it; earlier than this version's newest. */
export async function migrationsUpTo(when: number, migrate: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-migrations-"));
  try {
    await cp(migrationsFolder(), folder, { recursive: true });
    const journal = await readJournal(folder);
    const entries = journal.entries.filter((entry) => entry.when <= when);
    await writeFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
    await migrate(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
