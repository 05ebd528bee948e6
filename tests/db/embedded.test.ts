import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import {
  chmod,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { CannotOpen } from "@/db/explain-database-error";
import { setOwnFolder } from "@/lib/platform/private-file";
import { compiledProgram } from "../support/compiled-program";
import { createBrandFixture } from "../support/fixtures";

let directory: string;
const opened: OpenDatabase[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-embedded-"));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close().catch(() => {});
  for (const child of children.splice(0)) child.kill("SIGKILL");
  const pid = await serverPid();
  if (pid) await expect.poll(() => isAlive(pid)).toBe(false);
  await rm(directory, { recursive: true, force: true });
});

async function open(at = directory): Promise<OpenDatabase> {
  const database = await openDatabase({ driver: "embedded", directory: at });
  opened.push(database);
  return database;
}
async function close(database: OpenDatabase): Promise<void> {
  opened.splice(opened.indexOf(database), 1);
  await database.close();
}

async function serverPid(of = directory): Promise<number | null> {
  const text = await readFile(join(of, "postgres/cluster/postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(text, 10) || null;
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Another process that opens the directory and prints when it has. */
async function openElsewhere(): Promise<ChildProcess> {
  const program = await compiledProgram(`
    import { openDatabase } from "./db/client.ts";
    const database = await openDatabase({ driver: "embedded", directory: process.argv[2] });
    await database.migrate();
    process.stdout.write("open");
    setInterval(() => {}, 1000);
  `);
  const child = spawn(process.execPath, [program, directory], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child;
}
async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

const versionOf = async ({ db }: OpenDatabase) =>
  (await rowsOf<{ version: string }>(db, sql`select version()`))[0]?.version;
const slugsIn = async ({ db }: OpenDatabase) =>
  (await rowsOf<{ slug: string }>(db, sql`select slug from brands order by slug`)).map(({ slug }) => slug);
const answers = (database: OpenDatabase) =>
  versionOf(database).then(
    () => true,
    () => false,
  );

const halfMade = () => readdirSync(directory).filter((name) => name.startsWith("postgres.new-"));
const isMade = (file: string) => halfMade().some((name) => existsSync(join(directory, name, "cluster", file)));

describe("the embedded database", () => {
  it("is a separate PostgreSQL for its owner only, and keeps its data", async () => {
    const first = await open();
    expect(await versionOf(first)).toMatch(/^PostgreSQL 18/);
    await first.migrate();
    const brand = await createBrandFixture(first.db);
    for (const folder of ["postgres", "postgres/cluster"])
      expect((await stat(join(directory, folder))).mode & 0o077, folder).toBe(0);
    expect((await stat(join(directory, "postgres/password"))).mode & 0o077).toBe(0);
    const settings = sql`select current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes') as kept, current_setting('listen_addresses') as listens`;
    expect(await rowsOf(first.db, settings)).toEqual([{ kept: "ononon", listens: "" }]);
    await close(first);
    expect(await serverPid()).toBeNull();
    expect(await slugsIn(await open())).toEqual([brand.slug]);
  });

  it("can be opened again after its process was killed, which stops the server too", { tags: ["full"] }, async () => {
    const child = await openElsewhere();
    await once(child.stdout as NonNullable<typeof child.stdout>, "data");
    const pid = await serverPid();
    expect(pid && isAlive(pid)).toBe(true);
    await kill(child);
    await expect.poll(() => pid && isAlive(pid)).toBe(false);
    expect(await answers(await open())).toBe(true);
  });

  it("stops a leftover server that ignores the first signal", { tags: ["full"] }, async () => {
    const child = await openElsewhere();
    await once(child.stdout as NonNullable<typeof child.stdout>, "data");
    const pid = await serverPid();
    if (!pid) throw new Error("no server runs");
    // A stopped process can't react to its first signal. Its watcher has sent that by the time we check.
    process.kill(pid, "SIGSTOP");
    await kill(child);
    const opening = open();
    expect(await answers(await opening)).toBe(true);
    expect(isAlive(pid)).toBe(false);
    expect(await serverPid()).not.toBe(pid);
  });

  it("identifies its server by more than a process id, which another process may have reused", {
    tags: ["full"],
  }, async () => {
    await close(await open());
    await writeFile(join(directory, "postgres/cluster/postmaster.pid"), `${process.pid}\n`);
    expect(await answers(await open())).toBe(true);
  });

  it("starts on a copy of a running hub's folder, whose files name the running server", {
    tags: ["full"],
  }, async () => {
    await open();
    // In a copy of a running hub's folder, both files have the id of a live server.
    const copy = join(directory, "copy");
    await cp(join(directory, "postgres"), join(copy, "postgres"), {
      recursive: true,
      filter: async (source) => !(await lstat(source)).isSocket(),
    });
    expect(await serverPid(copy)).toBe(await serverPid());
    expect(existsSync(join(copy, "postgres/.s.PGSQL.5432.lock"))).toBe(true);
    expect(await answers(await open(copy))).toBe(true);
  });

  it("doesn't touch the server of a hub whose folder's path contains this one's", { tags: ["full"] }, async () => {
    await close(await open());
    const other = join(directory, "other", directory);
    await mkdir(other, { recursive: true });
    const neighbour = await open(other);
    await writeFile(join(directory, "postgres/cluster/postmaster.pid"), `${await serverPid(other)}\n`);
    expect(await answers(await open())).toBe(true);
    expect(await answers(neighbour)).toBe(true);
  });

  it("recovers after its server or one of its connections is killed", async () => {
    const database = await open();
    const pid = await serverPid();
    if (!pid) throw new Error("no server runs");
    process.kill(pid, "SIGKILL");
    await expect.poll(() => answers(database)).toBe(false);
    await expect.poll(() => answers(database)).toBe(true);
    expect(await serverPid()).not.toBe(pid);

    const [backend] = await rowsOf<{ pid: number }>(database.db, sql`select pg_backend_pid() as pid`);
    process.kill(backend?.pid ?? 0, "SIGKILL");
    await expect.poll(() => answers(database)).toBe(true);
  });

  it("works if the path is too long for a socket, and leaves no files elsewhere", { tags: ["full"] }, async () => {
    const short = directory;
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith("hub-db-"));
    directory = join(short, ..."abcdefghijkl".split("").map((letter) => letter.repeat(12)));
    await mkdir(directory, { recursive: true });
    const database = await open();
    expect(await answers(database)).toBe(true);
    await close(database);
    directory = short;
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith("hub-db-"));
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });

  it("works in a folder with any name, and through a symbolic link", { tags: ["full"] }, async () => {
    const named = join(directory, `Acme, "Inc" 100%20 ünï`);
    await mkdir(named);
    await close(await open(named));
    const link = join(directory, "link");
    await symlink(named, link);
    expect(await answers(await open(link))).toBe(true);
  });

  it("runs on a restored folder with another owner and group access, and makes it private", {
    tags: ["full"],
  }, async () => {
    const first = await open();
    await first.migrate();
    const brand = await createBrandFixture(first.db);
    await close(first);
    const isRoot = process.getuid?.() === 0;
    const cluster = join(directory, "postgres/cluster");
    if (isRoot) {
      for (const name of await readdir(cluster, { recursive: true })) await lchown(join(cluster, name), 0, 0);
      await lchown(cluster, 0, 0);
    }
    await chmod(cluster, 0o770);
    const second = await open();
    expect(await slugsIn(second)).toEqual([brand.slug]);
    await close(second);
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.getuid?.() === 0)("keeps the owner of another user's folder", { tags: ["full"] }, async () => {
    await close(await open());
    const their = 65_533;
    const names = await readdir(directory, { recursive: true });
    for (const name of [".", ...names]) await lchown(join(directory, name), their, their);
    await chmod(directory, 0o755);
    const database = await open();
    expect(await answers(database)).toBe(true);
    await database.db.execute(sql`checkpoint`);
    await close(database);
    const left = await Promise.all(
      (await readdir(join(directory, "postgres"), { recursive: true })).map((name) =>
        stat(join(directory, "postgres", name)),
      ),
    );
    expect(left.filter(({ uid }) => uid !== their)).toEqual([]);
  });

  it("explains that its password is missing or wrong", { tags: ["full"] }, async () => {
    await close(await open());
    const password = join(directory, "postgres/password");
    await writeFile(password, "another\n");
    await expect(open()).rejects.toThrow(
      /^The embedded database server refuses connections: password authentication failed for user "hub"\.$/,
    );
    await rm(password);
    await expect(open()).rejects.toThrow(
      /^The embedded database's password in .* is missing or unreadable\. Restore it /,
    );
    await expect(open()).rejects.toThrow(CannotOpen);
    expect(await serverPid()).toBeNull();
  });

  it("explains that its PostgreSQL version isn't the hub's", { tags: ["full"] }, async () => {
    await close(await open());
    await writeFile(join(directory, "postgres/cluster/PG_VERSION"), "17\n");
    await expect(open()).rejects.toThrow(
      /^The embedded database in .* needs PostgreSQL 17, but this release has PostgreSQL 18\./,
    );
    await expect(open()).rejects.toThrow(CannotOpen);
  });

  it.each([
    ["while the cluster is created", () => isMade("PG_VERSION")],
    ["while it starts for the first time", () => isMade("postmaster.pid")],
  ])("starts over after a kill %s", { tags: ["full"] }, async (_when, isThen) => {
    const child = await openElsewhere();
    await expect.poll(isThen, { interval: 5 }).toBe(true);
    await kill(child);
    expect(existsSync(join(directory, "postgres"))).toBe(false);
    expect(await answers(await open())).toBe(true);
    expect(halfMade()).toEqual([]);
  });

  it("runs programs from a folder that only the hub's user can enter", { tags: ["full"] }, async () => {
    const own = join(directory, "own");
    await mkdir(own, { mode: 0o700 });
    await symlink(resolve("node_modules"), join(own, "node_modules"));
    setOwnFolder(own);
    try {
      expect(await answers(await open(join(directory, "data")))).toBe(true);
    } finally {
      setOwnFolder(process.cwd());
    }
  });

  it("refuses a folder with a PGlite database, and names the commit that copies it", async () => {
    await mkdir(join(directory, "db"));
    await expect(open()).rejects.toThrow(
      /^\S+\/db holds a PGlite database, which this release can't read\. Start the hub of commit 8cb40240 on \S+ once/,
    );
    expect(await readdir(directory)).not.toContain("postgres");
  });
});

describe("if PostgreSQL can't run", () => {
  let own: string;
  beforeEach(async () => {
    own = await mkdtemp(join(tmpdir(), "hub-own-"));
    await symlink(resolve("db"), join(own, "db"));
    setOwnFolder(own);
  });
  afterEach(async () => {
    setOwnFolder(process.cwd());
    await rm(own, { recursive: true });
  });

  it("explains why, and what to set", async () => {
    await expect(open()).rejects.toThrow(
      /^The embedded PostgreSQL can't run here: the hub has no build of it for \S+\. Set DATABASE_URL to a PostgreSQL server\.$/,
    );
    await expect(open()).rejects.toThrow(CannotOpen);
  });

  it("doesn't open an existing PostgreSQL database as an empty one", async () => {
    setOwnFolder(process.cwd());
    await close(await open());
    setOwnFolder(own);
    await expect(open()).rejects.toThrow(/needs PostgreSQL, which can't run here: the hub has no build of it for /);
    expect(existsSync(join(directory, "db"))).toBe(false);
  });
});
