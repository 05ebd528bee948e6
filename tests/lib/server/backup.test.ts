import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { lockDirectory } from "@/db/directory-lock";
import { isMigrated, migrationsUpTo, newestKnown } from "@/db/migrations";
import { files, tools } from "@/db/schema";
import type { FileStorage } from "@/lib/content";
import { createLocalStorage, isStoreOfDatabase, removeUnusedFiles, storageKey } from "@/lib/content/server";
import { stopWatchingDiskSpace, watchDiskSpace } from "@/lib/platform/disk-space";
import { newId } from "@/lib/platform/ids";
import { isHalfRestored, restoreEmbedded, restoreToServer, writeBackup } from "@/lib/server/backup";
import { createTestDatabase } from "../../support/database";
import { context, createBrandFixture, createUser, SYSTEM, testServices } from "../../support/fixtures";
import { inForm } from "../../support/in-form";
import { becomeLaterRelease } from "../../support/later-release";
import { memoryStorage } from "../../support/memory-storage";
import { createPostgresDatabase } from "../../support/postgres";

const close: (() => Promise<unknown>)[] = [];
let made: Awaited<ReturnType<typeof makeBackedUp>>;
beforeAll(async () => {
  made = await makeBackedUp(await mkdtemp(join(tmpdir(), "hub-backed-up-")));
});
afterAll(() => rm(made.root, { recursive: true, force: true }));
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "hub-backup-"));
});
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
  await rm(root, { recursive: true, force: true });
});

const at = (name: string) => join(root, name);

async function opened(directory: string): Promise<OpenDatabase> {
  const database = await openDatabase({ driver: "embedded", directory });
  close.push(() => database.close());
  return database;
}

/** A brand with stored files, one of which the store has lost. */
async function fill(db: Database, directory: string): Promise<{ keys: string[]; lost: string }> {
  const storage = createLocalStorage(join(directory, "files"));
  const owner = await createUser(db);
  const brand = await createBrandFixture(db, { slug: "alder", members: { [owner.id]: "owner" } });
  const keys: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const bytes = randomBytes(10_000 + n);
    const sha256 = await crypto.subtle.digest("SHA-256", bytes).then((hash) => Buffer.from(hash).toString("hex"));
    await db.insert(files).values({
      id: newId(),
      brandId: brand.id,
      sha256,
      mime: "image/png",
      bytes: bytes.length,
      createdAt: new Date(),
    });
    keys.push(storageKey(brand.id, sha256));
    await storage.put(storageKey(brand.id, sha256), bytes, "image/png");
  }
  const lost = keys.pop() ?? "";
  await storage.delete(lost);
  return { keys: keys.sort(), lost };
}

/** A stopped embedded hub and a backup of it, created once. */
async function makeBackedUp(root: string) {
  const directory = join(root, "data");
  const database = await openDatabase({ driver: "embedded", directory });
  await database.migrate();
  const filled = await fill(database.db, directory);
  await writeFile(join(directory, "secrets.json"), `{"SESSION_SECRET":"${"x".repeat(40)}"}\n`, { mode: 0o600 });
  const storage = createLocalStorage(join(directory, "files"));
  const manifest = await writeBackup(
    { db: database.db, storage, url: null, secretsIn: directory },
    join(root, "backup"),
  );
  await database.close();
  return { root, manifest, ...filled };
}

/** A copy that a test can change. */
async function backedUp() {
  await cp(made.root, root, { recursive: true });
  return { directory: at("data"), ...made };
}

/** The first name of each folder and extension. All stored files count as one kind. */
const oneOfEachKind = (names: string[]): string[] => [
  ...new Map(
    names.map((name) => [/[0-9a-f]{64}$/.test(name) ? "file" : `${dirname(name)}${extname(name)}`, name]),
  ).values(),
];

const usersOf = async (directory: string): Promise<string[]> => {
  const database = await openDatabase({ driver: "embedded", directory });
  const rows = await rowsOf<{ email: string }>(database.db, sql`select email from users order by 1`);
  await database.close();
  return rows.map(({ email }) => email);
};

describe("a backup of the embedded hub", () => {
  it("restores every row, file and secret, readable only by its owner", async () => {
    const { directory, manifest, keys, lost } = await backedUp();
    expect(manifest).toMatchObject({ files: { count: 11 }, lost: [lost], database: "rows", migration: newestKnown() });
    for (const name of await readdir(at("backup"), { recursive: true })) {
      const { mode } = await stat(join(at("backup"), name));
      expect([0o600, 0o700], name).toContain(mode & 0o777);
    }
    // Stored where file modes are lost, and with a file that the backup did not write.
    await chmod(join(at("backup"), "secrets.json"), 0o644);
    await writeFile(join(at("backup"), "demo.json"), "{}");
    const { aside } = await restoreEmbedded(at("backup"), at("back"), { replace: false });
    expect(aside).toBeNull();
    expect(existsSync(join(at("back"), "demo.json"))).toBe(false);
    expect(await usersOf(at("back"))).toEqual(await usersOf(directory));
    for (const key of keys)
      expect(await readFile(join(at("back"), "files", key))).toEqual(await readFile(join(directory, "files", key)));
    expect(await readFile(join(at("back"), "secrets.json"), "utf8")).toContain("xxxx");
    expect((await stat(join(at("back"), "secrets.json"))).mode & 0o777).toBe(0o600);
    expect(isHalfRestored(at("back"))).toBe(false);
  });

  it("is refused if any file is truncated, changed or missing, and names it", async () => {
    await backedUp();
    const all = (await readdir(at("backup"), { recursive: true })).filter((name) => /\.|[0-9a-f]{64}$/.test(name));
    expect(all.length).toBeGreaterThan(40);
    for (const name of inForm({ short: oneOfEachKind(all), full: all })) {
      const path = join(at("backup"), name);
      const bytes = await readFile(path);
      const refused = async () => {
        const tried = restoreEmbedded(at("backup"), at("back"), { replace: false });
        await expect(tried, name).rejects.toThrow(name.split("/").at(-1) ?? name);
        expect(existsSync(at("back")), name).toBe(false);
      };
      if (bytes.length > 0) {
        await truncate(path, bytes.length - 2);
        await refused();
        await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
        // A manifest can end in other white space.
        if (name !== "manifest.json") await refused();
      }
      await rm(path);
      await refused();
      await writeFile(path, bytes);
    }
    await restoreEmbedded(at("backup"), at("back"), { replace: false });
  });

  it("never counts as complete before it is", async () => {
    const { directory } = await backedUp();
    const database = await opened(directory);
    const storage = createLocalStorage(join(directory, "files"));
    let reads = 0;
    const failing = {
      ...storage,
      async read(key: string) {
        reads += 1;
        if (reads === 5) throw new Error("the disk is gone");
        if (reads === 10) throw Object.assign(new Error("write"), { code: "ENOSPC" });
        return storage.read(key);
      },
    };
    const source = { db: database.db, storage: failing, url: null, secretsIn: null };
    await expect(writeBackup(source, at("second"))).rejects.toThrow("the disk is gone");
    expect(existsSync(at("second"))).toBe(false);
    await expect(restoreEmbedded(at("second.unfinished"), at("back"), { replace: false })).rejects.toThrow(
      "There is no complete backup",
    );
    reads = 5;
    await expect(writeBackup(source, at("second"))).rejects.toThrow(`The disk of ${at("second")} is full.`);
    reads = 10;
    await writeBackup(source, at("second"));
    expect(existsSync(at("second.unfinished"))).toBe(false);
    await expect(writeBackup(source, at("second"))).rejects.toThrow("already exists");
    expect(await readdir(at("second"))).not.toContain("secrets.json");
  });

  it("restores to an empty folder or sets old data aside, and never while a hub runs", async () => {
    const { directory } = await backedUp();
    const before = (await readdir(directory)).sort();
    await expect(restoreEmbedded(at("backup"), directory, { replace: false })).rejects.toThrow("isn't empty");
    expect((await readdir(directory)).sort()).toEqual(before);
    const running = await lockDirectory(directory);
    await expect(restoreEmbedded(at("backup"), directory, { replace: true })).rejects.toThrow("Another hub is running");
    await running.release();
    const users = await usersOf(directory);
    const { aside } = await restoreEmbedded(at("backup"), directory, { replace: true });
    expect(await usersOf(directory)).toEqual(users);
    expect((await readdir(aside ?? "")).sort()).toEqual(before);
  });

  it("starts over after an interrupted restore, and keeps the old data", {
    tags: ["full"],
  }, async () => {
    const { directory } = await backedUp();
    const users = await usersOf(directory);
    // As after a kill between two of the last steps: the old database is set aside and half of the new one in place.
    const aside = join(directory, "before-restore-20260314000000");
    await mkdir(aside);
    await mkdir(join(directory, "restore-unfinished"));
    await rename(join(directory, "postgres"), join(aside, "postgres"));
    expect(isHalfRestored(directory)).toBe(true);
    await restoreEmbedded(at("backup"), directory, { replace: false });
    expect(await usersOf(directory)).toEqual(users);
    expect(await readdir(aside)).toEqual(["postgres"]);
    expect(isHalfRestored(directory)).toBe(false);
  });

  it("of an older release is migrated, of a newer one refused", { tags: ["full"] }, async () => {
    await becomeLaterRelease();
    const database = await openDatabase({ driver: "embedded", directory: at("data") });
    await migrationsUpTo(newestKnown() - 1, database.migrate);
    // Columns that tools have had since the first release.
    await database.db.execute(
      sql`insert into tools (slug, name, status, created_at) values ('print-desk', 'Print desk', 'active', now())`,
    );
    const storage = createLocalStorage(join(at("data"), "files"));
    const source = { db: database.db, storage, url: null, secretsIn: null };
    await writeBackup(source, at("older"));
    await database.migrate();
    await database.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${newestKnown() + 1})`,
    );
    await writeBackup(source, at("newer"));
    await database.close();
    await expect(restoreEmbedded(at("newer"), at("back"), { replace: false })).rejects.toThrow(
      "which is newer than this one",
    );
    await restoreEmbedded(at("older"), at("back"), { replace: false });
    const back = await opened(at("back"));
    expect(await back.db.$count(tools)).toBe(1);
    expect(await isMigrated(back.db)).toBe(true);
  });

  it("is refused if older than the baseline", async () => {
    const { db, close: end } = await createTestDatabase();
    const migrations = sql`drizzle.__drizzle_migrations`;
    await db.execute(sql`update ${migrations} set created_at = created_at - 1e11`);
    await writeBackup({ db, storage: memoryStorage(), url: null, secretsIn: null }, at("old"));
    await db.execute(sql`update ${migrations} set created_at = created_at + 1e11`);
    await end();
    await expect(restoreEmbedded(at("old"), at("back"), { replace: false })).rejects.toThrow(
      "Restore it with the hub of commit 8cb40240, start that hub once",
    );
  });

  it("puts files into the configured store, which the database then knows", { tags: ["full"] }, async () => {
    const { keys } = await backedUp();
    const bucket = memoryStorage();
    await restoreEmbedded(at("backup"), at("back"), { replace: false, storageIn: () => bucket });
    for (const key of keys) expect(await bucket.read(key)).not.toBeNull();
    const { db } = await opened(at("back"));
    const isIts = (storage: FileStorage) => isStoreOfDatabase(context(db, SYSTEM, new Date(), { storage }));
    expect(await isIts(bucket)).toBe(true);
    expect(await isIts(createLocalStorage(join(at("back"), "files")))).toBe(false);
  });

  it("is refused by a server's database that isn't empty", async () => {
    await backedUp();
    const target = await createPostgresDatabase();
    close.push(target.close);
    const restoring = restoreToServer(at("backup"), target.url, createLocalStorage(at("store")));
    await expect(restoring).rejects.toThrow("The database isn't empty");
  });

  it("restores to a server, too", { tags: ["full"] }, async () => {
    const { directory, keys } = await backedUp();
    const target = await createPostgresDatabase({ empty: true });
    close.push(target.close);
    const storage = createLocalStorage(at("store"));
    await restoreToServer(at("backup"), target.url, storage);
    const rows = await rowsOf<{ email: string }>(target.db, sql`select email from users order by 1`);
    expect(rows.map(({ email }) => email)).toEqual(await usersOf(directory));
    for (const key of keys) expect(await storage.read(key)).not.toBeNull();
  });

  it("works on a hub that is read-only because its disk is nearly full", { tags: ["full"] }, async () => {
    const { directory, manifest } = await backedUp();
    const database = await opened(directory);
    const storage = createLocalStorage(join(directory, "files"));
    await watchDiskSpace(directory, Number.MAX_SAFE_INTEGER);
    try {
      await expect(database.db.update(files).set({ lookAt: null })).rejects.toMatchObject({ cause: { code: "25006" } });
      const made = await writeBackup({ db: database.db, storage, url: null, secretsIn: null }, at("elsewhere"));
      expect(made.tables).toEqual(manifest.tables);
    } finally {
      stopWatchingDiskSpace();
    }
  });

  it("makes the hub keep bytes that it may still copy", async () => {
    const { directory, keys } = await backedUp();
    const database = await opened(directory);
    const storage = createLocalStorage(join(directory, "files"));
    const remove = (now: Date) =>
      removeUnusedFiles({
        ...testServices(database.db, { storage, clock: async () => now }),
        db: database.db,
        actor: SYSTEM,
        now,
        clientIp: null,
      });
    await database.db.update(files).set({ removedAt: new Date(0), lookAt: new Date(0) });
    await remove(new Date());
    expect(await storage.read(keys[0] ?? "")).not.toBeNull();
    await remove(new Date(Date.now() + 16 * 60_000));
    expect(await storage.read(keys[0] ?? "")).toBeNull();
    expect(await database.db.$count(files, eq(files.mime, "image/png"))).toBe(0);
  });
});
