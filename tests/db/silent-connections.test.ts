import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

/** Short, since each of these waits in vain; far longer than an answer of this machine takes. */
const PATIENCE = { connectMs: 2_000, queryMs: 3_000, restedMs: 0, probeMs: 1_000 };
const POOL = 10;

let server: PostgresDatabase;
let proxy: TcpProxy;
let database: OpenDatabase;
beforeAll(async () => {
  server = await createPostgresDatabase();
});
afterAll(() => server.close());
beforeEach(async () => {
  const url = new URL(server.url);
  proxy = await startTcpProxy(Number(url.port));
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  database = await openDatabase({ driver: "pg", url: url.href, poolSize: POOL, patience: PATIENCE });
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const one = () => database.db.execute(sql`select 1`);
/** Ten statements at a time, so that the pool is full and then idle. */
const fill = () => Promise.all(Array.from({ length: POOL }, () => database.db.execute(sql`select pg_sleep(0.2)`)));

describe("connections that fell silent while they were idle", () => {
  it("cost nobody an error: they are closed, and everybody gets a new one", async () => {
    await fill();
    proxy.silence();
    const asked = await Promise.allSettled(Array.from({ length: 3 * POOL }, one));
    expect(asked.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(proxy.accepted()).toBeGreaterThan(POOL);
  });

  it("are closed all together once one of them was found out", async () => {
    await fill();
    proxy.silence();
    await one();
    const before = performance.now();
    for (let turn = 0; turn < POOL; turn++) await one();
    // Each by itself would take the time of a probe.
    expect(performance.now() - before).toBeLessThan((POOL / 2) * PATIENCE.probeMs);
  });
});

describe("a connection that falls silent in a transaction", () => {
  it("fails it, and its rollback does not wait as long again", async () => {
    const before = performance.now();
    const broken = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.silence();
      await tx.execute(sql`select 2`);
    });
    await expect(broken).rejects.toThrow();
    expect(performance.now() - before).toBeLessThan(2 * PATIENCE.queryMs);
    await expect(one()).resolves.toBeDefined();
  });

  it("leaves no lock behind for longer than the server waits for it", async () => {
    await server.db.execute(sql`create table if not exists held (id int primary key)`);
    await server.db.execute(sql`insert into held values (1) on conflict do nothing`);
    const broken = database.db.transaction(async (tx) => {
      await tx.execute(sql`select * from held for update`);
      proxy.silence();
      await tx.execute(sql`select 2`);
    });
    await expect(broken).rejects.toThrow();
    await expect(server.db.execute(sql`select * from held for update`)).resolves.toBeDefined();
  });
});

describe("a connection that dies in a transaction", () => {
  it("fails it alone: the process goes on, and so does the pool", async () => {
    const broken = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.reset();
      await tx.execute(sql`select pg_sleep(1)`);
    });
    await expect(broken).rejects.toThrow();
    await expect(one()).resolves.toBeDefined();
  });

  it("does not end the process while nobody asks anything of it", async () => {
    const broken = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.reset();
      await new Promise((later) => setTimeout(later, 300));
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    await expect(one()).resolves.toBeDefined();
  });
});

describe("a server that nobody hears any more", () => {
  it("is an error in time for everybody, and is back with the first connection that answers", async () => {
    await fill();
    proxy.silence({ newOnesToo: true });
    const asked = await Promise.allSettled(Array.from({ length: 3 * POOL }, one));
    expect(asked.filter(({ status }) => status === "fulfilled")).toEqual([]);
    proxy.heal();
    await expect
      .poll(
        () =>
          one().then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
  });
});
