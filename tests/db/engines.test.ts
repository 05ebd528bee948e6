import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { sqlStateOf } from "@/db/errors";
import { type Operation, operations } from "@/lib/contract";
import { claimDueDeliveries } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { type Answer, call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { exampleCall } from "../support/example-call";
import { systemContext } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { routeFileMount } from "../support/mounts";
import { enqueue, subscribe } from "../support/outbox";
import { startPgBouncer } from "../support/pgbouncer";
import { createPostgresDatabase, ENGINES, type Engine, type PostgresDatabase } from "../support/postgres";
import { sharedResource } from "../support/shared-resource";
import { createWebsocketProxy } from "../support/websocket-proxy";
import { createWorld } from "../support/world";

/** Short, so the server's own limits apply first. A tenth of this is far longer than a response takes. */
const TIMEOUTS = { connectMs: 30_000, queryMs: 1_500, restedMs: 60_000, probeMs: 30_000 };
const PROCESSES = 3;

describe.each(inForm<readonly Engine[]>({ short: ["18"], full: ENGINES }))("on %s", (engine) => {
  let empty: PostgresDatabase;
  /** Several hub processes on one database. */
  let processes: OpenDatabase[];
  beforeAll(async () => {
    empty = await createPostgresDatabase({ engine, empty: true });
    processes = await Promise.all(
      Array.from({ length: PROCESSES }, () => openDatabase({ driver: "pg", url: empty.url, timeouts: TIMEOUTS })),
    );
    await Promise.all(processes.map((database) => database.migrate()));
  });
  afterAll(async () => {
    await Promise.all(processes.map((database) => database.close()));
    await empty.close();
  });

  const one = () => processes[0] as OpenDatabase;

  it("is migrated once by processes that start together, and leaves no lock behind", async () => {
    const noted = sql`select count(*)::int as count, count(distinct hash)::int as kinds from drizzle.__drizzle_migrations`;
    const [row] = await rowsOf<{ count: number; kinds: number }>(one().db, noted);
    expect(row?.count).toBeGreaterThan(0);
    expect(row?.count).toBe(row?.kinds);
    await one().migrate();
    const locks = sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
    expect(await rowsOf(one().db, locks)).toEqual([]);
  });

  it("gives each due delivery to only one process", async () => {
    const { brand, toolSlug } = await subscribe(one().db, "https://tool.example.com/hooks");
    const now = new Date();
    await enqueue(one().db, brand, 30, now);
    const claimed = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        claimDueDeliveries(systemContext((processes[index % PROCESSES] as OpenDatabase).db, now), {
          tools: [{ slug: toolSlug, free: 8 }],
          limit: 8,
        }),
      ),
    );
    const ids = claimed.flat().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("cancels a statement that takes too long in a transaction, and the connection serves the next", async () => {
    const slow = one().db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`));
    expect(sqlStateOf(await slow.catch((error: unknown) => error))).toBe("57014");
    await expect(one().db.execute(sql`select 1`)).resolves.toBeDefined();
  });

  it("cancels a wait for a lock in a transaction", async () => {
    await one().db.execute(sql`create table if not exists held (id int primary key)`);
    await one().db.execute(sql`insert into held values (1) on conflict do nothing`);
    const other = processes[1] as OpenDatabase;
    await one().db.transaction(async (tx) => {
      await tx.execute(sql`select * from held for update`);
      const waiting = other.db.transaction((second) => second.execute(sql`select * from held for update`));
      expect(sqlStateOf(await waiting.catch((error: unknown) => error))).toBe("55P03");
    });
  });

  it("limits only transactions if sessions are shared, otherwise its own sessions", async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => one().db.transaction((tx) => tx.execute(sql`select pg_sleep(0.01)`))),
    );
    const setting = sql`select setting from pg_settings where name = 'statement_timeout'`;
    const seen = await Promise.all(Array.from({ length: 20 }, () => rowsOf<{ setting: string }>(one().db, setting)));
    const expected = engine === "pgbouncer" ? "0" : String(TIMEOUTS.queryMs - 500);
    expect(new Set(seen.flat().map((row) => row.setting))).toEqual(new Set([expected]));
  });
});

describe("a pooler that accepts session settings and forgets them", { tags: ["full"] }, () => {
  it("gets the limits with each transaction, even if the database already has one of them", async () => {
    const server = await createPostgresDatabase({ engine: "18" });
    const own = sql.raw(String(TIMEOUTS.queryMs - 500));
    await server.db.execute(
      sql`alter database ${sql.identifier(new URL(server.url).pathname.slice(1))} set statement_timeout = ${own}`,
    );
    const bouncer = await startPgBouncer(server.url, {
      ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
    });
    const database = await openDatabase({ driver: "pg", url: bouncer.urlOf(server.url), timeouts: TIMEOUTS });
    const limits = (db: typeof database.db) =>
      rowsOf<{ name: string; setting: string }>(
        db,
        sql`select name, setting from pg_settings
          where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
      );
    expect(await database.db.transaction(limits)).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "3000" },
      { name: "lock_timeout", setting: "500" },
      { name: "statement_timeout", setting: "1000" },
    ]);
    await database.close();
    await bouncer.stop();
    await server.close();
  });
});

describe("@vercel/postgres, always behind a pooler", { tags: ["full"] }, () => {
  it("migrates once from several processes, and sends its limits with each transaction", async () => {
    const proxy = await createWebsocketProxy();
    const server = await createPostgresDatabase({ engine: "18", empty: true });
    // The driver accepts only `localhost` or one of Vercel's pooled host names.
    const url = server.url.replace("127.0.0.1", "localhost");
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, () => openDatabase({ driver: "vercel-postgres", url, timeouts: TIMEOUTS })),
    );
    await Promise.all(processes.map((database) => database.migrate()));
    const noted = sql`select count(*)::int as count, count(distinct hash)::int as kinds from drizzle.__drizzle_migrations`;
    const { db } = processes[0] as OpenDatabase;
    const [row] = await rowsOf<{ count: number; kinds: number }>(db, noted);
    expect(row?.count).toBeGreaterThan(0);
    expect(row?.count).toBe(row?.kinds);
    const slow = db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`));
    expect(sqlStateOf(await slow.catch((error: unknown) => error))).toBe("57014");
    await expect(db.execute(sql`select 1`)).resolves.toBeDefined();
    await Promise.all(processes.map((database) => database.close()));
    await server.close();
    await proxy.close();
  });

  it("serves the whole API: each operation answers 200 to its credentials", async () => {
    withoutLimits();
    await sharedResource("api-pdf");
    const proxy = await createWebsocketProxy();
    const server = await createPostgresDatabase({ engine: "18" });
    const url = server.url.replace("127.0.0.1", "localhost");
    const world = await createWorld({}, await openDatabase({ driver: "vercel-postgres", url }));
    const mount = await routeFileMount();
    const answers = new Map<string, Answer>();
    for (const operation of Object.values<Operation>(operations))
      answers.set(operation.id, await call(mount, operation, exampleCall(world, operation)));
    expect([...answers].filter(([, { status }]) => status !== 200).map(([id, { status }]) => [id, status])).toEqual([]);
    expect(answers.get("ingestEventBatch")?.body.results).toEqual([{ deduped: true }, { deduped: false }]);
    await mount.close();
    await world.close();
    await server.close();
    await proxy.close();
  });
});
