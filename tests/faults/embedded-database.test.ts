import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { compiledProgram } from "../support/compiled-program";
import { inForm } from "../support/in-form";

let directory: string;
let database: OpenDatabase | undefined;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-faults-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await database?.close();
  database = undefined;
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
});

async function open(): Promise<OpenDatabase> {
  database = await openDatabase({ driver: "embedded", directory });
  return database;
}
const serverPid = async () =>
  Number.parseInt(await readFile(join(directory, "postgres/cluster/postmaster.pid"), "utf8"), 10);

let program: string;
beforeAll(async () => {
  program = await compiledProgram(`
    import { sql } from "drizzle-orm";
    import { openDatabase } from "./db/client.ts";
    const { db } = await openDatabase({ driver: "embedded", directory: process.argv[2] });
    await db.execute(sql\`create table if not exists written (n int8 primary key, text text not null)\`);
    let next = Date.now() * 1000;
    const write = async () => {
      for (;;) {
        const n = next++;
        await db.execute(sql\`insert into written select \${n}, string_agg(md5(random()::text), '') from generate_series(1, 250)\`);
        process.stdout.write(n + "\\n");
      }
    };
    await Promise.all([write(), write(), write(), write()]);
  `);
});

/** A process that writes 8 kB rows on four connections and prints each acknowledged number. */
function startWriter(): ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> } {
  const child = spawn(process.execPath, [program, directory], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  return child as ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> };
}

describe("the embedded database", () => {
  it("loses no acknowledged write when hub and server are killed, and opens again within seconds", async () => {
    const { kills, writeMs } = inForm({ short: { kills: 1, writeMs: 0 }, full: { kills: 10, writeMs: 8_000 } });
    const acknowledged: string[] = [];
    const openings: number[] = [];
    for (let count = 0; count < kills; count += 1) {
      const writer = startWriter();
      const lines = createInterface({ input: writer.stdout });
      lines.on("line", (line) => acknowledged.push(line));
      await expect.poll(() => acknowledged.length).toBeGreaterThan(20 * (count + 1));
      await delay(writeMs);
      const ended = once(lines, "close");
      // Both at once, so neither shuts down cleanly.
      process.kill(await serverPid(), "SIGKILL");
      writer.kill("SIGKILL");
      await ended;
      const startMs = performance.now();
      const { db } = await open();
      const kept = await rowsOf<{ n: string }>(db, sql`select n::text from written`);
      openings.push(performance.now() - startMs);
      const there = new Set(kept.map(({ n }) => n));
      expect(acknowledged.filter((n) => !there.has(n))).toEqual([]);
      await database?.close();
      database = undefined;
    }
    // The requirement is 5 seconds. A busy machine takes longer.
    expect(Math.max(...openings)).toBeLessThan(inForm({ short: Number.POSITIVE_INFINITY, full: 15_000 }));
  });

  it("bounds the size of its WAL and its tables while it runs", { tags: ["full"] }, async () => {
    const megabytes = 1_000;
    const { db } = await open();
    await db.execute(sql`create table churned (id int primary key, text text not null)`);
    await db.execute(sql`insert into churned select id, '' from generate_series(1, 1000) as id`);
    const written = async () =>
      Number(
        (await rowsOf<{ mb: string }>(db, sql`select (pg_current_wal_lsn() - '0/0')::int8 / 1000000 as mb`))[0]?.mb,
      );
    const before = await written();
    while ((await written()) - before < megabytes)
      await db.execute(sql`update churned set text = repeat(md5(random()::text), 30)`);
    const folder = join(directory, "postgres/cluster/pg_wal");
    const sizes = async () => {
      const names = await readdir(folder);
      const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
      return stats.reduce((sum, each) => sum + (each?.isFile() ? each.size : 0), 0) / 1_000_000;
    };
    // The checkpoint for the last writes may still run.
    await expect.poll(sizes).toBeLessThan(150);
    // Dead rows are vacuumed in time, so their space is reused.
    const dead = async () =>
      Number(
        (
          await rowsOf<{ n: string }>(
            db,
            sql`select n_dead_tup as n from pg_stat_user_tables where relname = 'churned'`,
          )
        )[0]?.n,
      );
    await expect.poll(dead, { timeout: 120_000 }).toBeLessThan(1_000);
    const size = async () =>
      Number(
        (await rowsOf<{ mb: string }>(db, sql`select pg_total_relation_size('churned')::float8 / 1000000 as mb`))[0]
          ?.mb,
      );
    const table = await size();
    await db.execute(sql`update churned set text = repeat(md5(random()::text), 30)`);
    expect(await size()).toBeLessThanOrEqual(table + 1);
  });

  it("answers reads during a long transaction", { tags: ["full"] }, async () => {
    const { db } = await open();
    await db.execute(sql`create table read (id int primary key)`);
    let isOver = false;
    const long = db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into read select id from generate_series(1, 1000) as id`);
        await tx.execute(sql`select pg_sleep(2)`);
      })
      .then(() => {
        isOver = true;
      });
    let reads = 0;
    while (!isOver) {
      await db.execute(sql`select count(*) from read`);
      if (!isOver) reads += 1;
    }
    await long;
    expect(reads).toBeGreaterThan(10);
  });

  it("restarts a killed server, and no query hangs", { tags: ["full"] }, async () => {
    const kills = 20;
    const { db } = await open();
    const one = () =>
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      );
    for (let count = 0; count < kills; count += 1) {
      const pid = await serverPid();
      const asked = Array.from({ length: 20 }, () => db.execute(sql`select pg_sleep(0.2)`).catch(() => null));
      process.kill(pid, "SIGKILL");
      await Promise.all(asked);
      await expect.poll(one).toBe(true);
    }
  });
});
