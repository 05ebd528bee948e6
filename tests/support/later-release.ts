import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { migrationsFolder } from "@/db/client";
import { setOwnFolder } from "@/lib/platform/private-file";

/** Adds a migration to this process's release until the test ends or the returned function is called. */
export async function becomeLaterRelease(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "hub-later-"));
  const migrations = join(folder, "db/migrations");
  await cp(migrationsFolder(), migrations, { recursive: true });
  for (const name of ["node_modules", "package.json"]) await symlink(resolve(name), join(folder, name));
  const file = join(migrations, "meta/_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8"));
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "later" });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(join(migrations, "later.sql"), 'ALTER TABLE "tools" ADD COLUMN "motto" text;');
  const goBack = async () => {
    setOwnFolder(process.cwd());
    await rm(folder, { recursive: true, force: true });
  };
  onTestFinished(goBack);
  setOwnFolder(folder);
  return goBack;
}
