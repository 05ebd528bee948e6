import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { inForm } from "../support/in-form";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { createWebsocketProxy } from "../support/websocket-proxy";

/** Short, because each of them is waited for, but far longer than a local response takes. */
const TIMEOUTS = { connectMs: 2_000, queryMs: 3_000, restedMs: 0, probeMs: 1_000 };
const POOL = 10;

let server: PostgresDatabase;
let sockets: Awaited<ReturnType<typeof createWebsocketProxy>>;
let proxy: TcpProxy;
let database: OpenDatabase;
beforeAll(async () => {
  server = await createPostgresDatabase();
  sockets = await createWebsocketProxy();
});
afterAll(() => Promise.all([server.close(), sockets.close()]));

const one = () => database.db.execute(sql`select 1`);
/** Ten concurrent statements fill the pool and leave it idle. */
const fill = () => Promise.all(Array.from({ length: POOL }, () => database.db.execute(sql`select pg_sleep(0.2)`)));

const DRIVERS = [
  ["pg", (url: string) => openDatabase({ driver: "pg", url, poolSize: POOL, timeouts: TIMEOUTS })],
  ["vercel-postgres", (url: string) => openDatabase({ driver: "vercel-postgres", url, timeouts: TIMEOUTS })],
] as const;

describe.each(DRIVERS.slice(0, inForm({ short: 1, full: DRIVERS.length })))("by %s", (driver, open) => {
  beforeEach(async () => {
    const url = new URL(server.url);
    proxy = await startTcpProxy(Number(url.port));
    // Vercel's driver accepts only this name for the local machine.
    url.hostname = "localhost";
    url.port = String(proxy.port);
    database = await open(url.href);
  });
  afterEach(async () => {
    await database.close();
    await proxy.close();
  });

  describe("idle connections that stop answering", () => {
    it("fail no query, because the pool replaces them", async () => {
      await fill();
      proxy.silence();
      const asked = await Promise.allSettled(Array.from({ length: 3 * POOL }, one));
      expect(asked.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(proxy.accepted()).toBeGreaterThan(POOL);
    });

    it("are all closed once the pool finds one", { tags: ["full"] }, async () => {
      await fill();
      proxy.silence();
      await one();
      const before = performance.now();
      for (let turn = 0; turn < POOL; turn++) await one();
      // One after another they would each take a probe's timeout.
      expect(performance.now() - before).toBeLessThan((POOL / 2) * TIMEOUTS.probeMs);
    });
  });

  describe("a connection that stops answering in a transaction", { tags: ["full"] }, () => {
    it("fails the transaction, and the rollback adds no second timeout", async () => {
      const before = performance.now();
      const broken = database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        proxy.silence();
        await tx.execute(sql`select 2`);
      });
      await expect(broken).rejects.toThrow();
      expect(performance.now() - before).toBeLessThan(2 * TIMEOUTS.queryMs);
      await expect(one()).resolves.toBeDefined();
    });

    // Vercel's pooler accepts no such timeout.
    if (driver === "pg")
      it("releases its locks after the server's timeout", async () => {
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
    it("fails only that transaction, and process and pool keep working", async () => {
      const broken = database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        proxy.reset();
        await tx.execute(sql`select pg_sleep(1)`);
      });
      await expect(broken).rejects.toThrow();
      await expect(one()).resolves.toBeDefined();
    });

    it("doesn't crash an idle process", async () => {
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

  describe("a transaction that can't begin", () => {
    it("returns its connection, so repeated failures don't drain the pool", async () => {
      const refused = { isolationLevel: "no such level" as "serializable" };
      for (let turn = 0; turn < POOL; turn++)
        await expect(database.db.transaction(async () => {}, refused)).rejects.toThrow();
      await expect(one()).resolves.toBeDefined();
    });
  });

  describe("a server that stops answering", { tags: ["full"] }, () => {
    it("fails all queries in time, and is back with the first connection that answers", async () => {
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
});
