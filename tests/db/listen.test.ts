import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Listening, type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { LISTENER_NAME } from "@/db/drivers/listen";
import { log } from "@/lib/platform/log";
import { WakeUps } from "@/lib/runtime/wake-ups";
import { createTestDatabase } from "../support/database";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { startPostgres } from "../support/postgres-server";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

log.level = "silent";

const TIMEOUTS = { connectMs: 2_000, queryMs: 1_000, restedMs: 2_000, probeMs: 1_000 };
/** The probe interval and timeout of a silent connection. */
const ASK_EVERY_MS = 300;

let server: PostgresDatabase;
beforeAll(async () => {
  server = await createPostgresDatabase({ engine: "18" });
});
afterAll(() => server.close());

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});
const closing = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  opened.push(thing);
  return thing;
};

/** Listens on a database and records notifications. */
function listening(
  database: OpenDatabase,
  askEveryMs = ASK_EVERY_MS,
): Listening & { heard: string[]; openings(): number } {
  const heard: string[] = [];
  let openings = 0;
  const listener = database.listen?.({
    channel: "a channel",
    heard: (message) => heard.push(message),
    opened: () => {
      openings += 1;
    },
    askEveryMs,
  });
  if (!listener) throw new Error("nothing is to be heard there");
  return { ...closing(listener), heard, openings: () => openings };
}

const say = (message: string, { db }: OpenDatabase = server) =>
  db.execute(sql`select pg_notify('a channel', ${message})`);
const killListeners = ({ db }: OpenDatabase = server) =>
  db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${LISTENER_NAME} and datname = current_database()`,
  );

describe("a dedicated listening connection", () => {
  it("receives what others notify once they commit, and nothing after it is closed", async () => {
    const one = listening(server);
    await expect.poll(one.isListening).toBe(true);
    await server.db
      .transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('a channel', 'undone')`);
        await tx.execute(sql`select pg_notify('another', 'elsewhere')`);
        await tx.execute(sql`savepoint before`);
        tx.rollback();
      })
      .catch(() => {});
    await say("done");
    await expect.poll(() => one.heard).toEqual(["done"]);
    await one.close();
    expect(one.isListening()).toBe(false);
    const left = sql`select 1 from pg_stat_activity where application_name = ${LISTENER_NAME} and datname = current_database()`;
    await expect.poll(() => rowsOf(server.db, left)).toEqual([]);
  });

  it("reopens when the server ends it, and reports that notifications may be lost", async () => {
    const one = listening(server);
    await expect.poll(one.openings).toBe(1);
    await killListeners();
    await expect.poll(one.openings).toBe(2);
    await say("again");
    await expect.poll(() => one.heard).toEqual(["again"]);
  });

  it("is reopened with growing delays and one warning while the server closes it at once", async () => {
    const warned = vi.spyOn(log, "warn");
    const one = listening(server, 60_000);
    const openedMs: number[] = [];
    for (let opening = 1; opening <= 4; opening += 1) {
      await expect.poll(one.openings, { interval: 5 }).toBe(opening);
      openedMs.push(performance.now());
      await killListeners();
    }
    await expect.poll(one.isListening).toBe(false);
    expect((openedMs[3] ?? 0) - (openedMs[2] ?? 0)).toBeGreaterThan(900);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });

  it("can be closed while it waits to reconnect", async () => {
    const proxy = closing(await startTcpProxy(1));
    const url = new URL(server.url);
    url.port = String(proxy.port);
    const elsewhere = closing(await openDatabase({ driver: "pg", url: url.href, timeouts: TIMEOUTS }));
    const one = listening(elsewhere);
    await expect.poll(proxy.accepted).toBeGreaterThan(1);
    expect(one.isListening()).toBe(false);
    await one.close();
    const accepted = proxy.accepted();
    await new Promise((later) => setTimeout(later, 1_000));
    expect(proxy.accepted()).toBe(accepted);
  });
});

describe("if the network fails", () => {
  let proxy: TcpProxy;
  let database: OpenDatabase;
  const behindProxy = async () => {
    const url = new URL(server.url);
    proxy = closing(await startTcpProxy(Number(url.port)));
    url.port = String(proxy.port);
    database = closing(await openDatabase({ driver: "pg", url: url.href, timeouts: TIMEOUTS }));
    return listening(database);
  };

  it.each([
    ["falls silent", () => proxy.silence()],
    ["is reset", () => proxy.reset()],
  ])("replaces a connection that %s", async (_, fail) => {
    const one = await behindProxy();
    await expect.poll(one.openings).toBe(1);
    fail();
    await expect.poll(one.openings).toBe(2);
    await say("again");
    await expect.poll(() => one.heard).toEqual(["again"]);
  });

  it("reports that it hears nothing while the server doesn't respond, then recovers", async () => {
    const one = await behindProxy();
    await expect.poll(one.isListening).toBe(true);
    proxy.silence({ newOnesToo: true });
    await expect.poll(one.isListening).toBe(false);
    proxy.heal();
    await expect.poll(one.isListening).toBe(true);
    expect(one.openings()).toBe(2);
  });
});

it("hears again after the server restarts", { tags: ["full"] }, async () => {
  const cluster = await startPostgres();
  try {
    const database = closing(await openDatabase({ driver: "pg", url: cluster.templateUrl, timeouts: TIMEOUTS }));
    const one = listening(database);
    await expect.poll(one.openings).toBe(1);
    await cluster.halt();
    await expect.poll(one.isListening).toBe(false);
    await cluster.resume();
    await expect.poll(one.openings).toBe(2);
    await say("again", database);
    await expect.poll(() => one.heard).toEqual(["again"]);
    for (const each of opened.splice(0).reverse()) await each.close();
  } finally {
    await cluster.stop();
  }
});

describe("behind PgBouncer in transaction mode", { tags: ["full"] }, () => {
  let pooled: PostgresDatabase;
  beforeAll(async () => {
    pooled = await createPostgresDatabase({ engine: "pgbouncer" });
  });
  afterAll(() => pooled.close());

  it("detects that it would hear nothing, and leaves no listening session behind", async () => {
    const one = listening(pooled);
    await expect.poll(one.isListening).toBe(null);
    await say("unheard", pooled);
    const channels = await Promise.all(
      Array.from({ length: 16 }, () => rowsOf(pooled.db, sql`select pg_listening_channels() from pg_sleep(0.05)`)),
    );
    expect([channels.flat(), one.heard, one.openings()]).toEqual([[], [], 0]);
  });

  it("hears through the server's direct URL", async () => {
    const url = new URL(server.url);
    url.pathname = new URL(pooled.url).pathname;
    const target = { driver: "pg", url: pooled.url, directUrl: url.href, timeouts: TIMEOUTS } as const;
    const one = listening(closing(await openDatabase(target)));
    await expect.poll(one.isListening).toBe(true);
    await say("by the pooler", pooled);
    await expect.poll(() => one.heard).toEqual(["by the pooler"]);
  });
});

it("needs the server's direct URL with Vercel's driver", async () => {
  const open = (directUrl?: string) =>
    openDatabase({ driver: "vercel-postgres", url: "postgres://hub@localhost:1/hub", directUrl, timeouts: TIMEOUTS });
  expect(closing(await open()).listen).toBeUndefined();
  await expect.poll(listening(closing(await open(server.url))).isListening).toBe(true);
});

describe("wake-ups", () => {
  /** A process on the database, which counts its wake-ups. */
  const woken = (database: OpenDatabase) => {
    let times = 0;
    const wakeUps = new WakeUps(database, () => {
      times += 1;
    });
    closing({ close: () => wakeUps.stopListening() });
    return { wakeUps, times: () => times };
  };

  it("wake the notifying process at once, and every other listener", async () => {
    const [one, other] = [woken(server), woken(server)];
    other.wakeUps.listen();
    other.wakeUps.listen();
    await expect.poll(() => other.wakeUps.isListening()).toBe(true);
    await expect.poll(other.times).toBe(1);
    one.wakeUps.wakeAll();
    expect(one.times()).toBe(1);
    await expect.poll(other.times).toBe(2);
    expect(one.wakeUps.isListening()).toBe(null);
  });

  it("are batched: a thousand publishes wake others a few times, also after the last", async () => {
    const [one, other] = [woken(server), woken(server)];
    other.wakeUps.listen();
    await expect.poll(other.times).toBe(1);
    for (let published = 0; published < 1_000; published += 1) one.wakeUps.wakeAll();
    await one.wakeUps.flush();
    expect(one.times()).toBe(1_000);
    await expect.poll(other.times).toBeGreaterThan(1);
    await new Promise((later) => setTimeout(later, 1_000));
    expect(other.times()).toBeLessThan(5);
  });

  it("don't wake a process twice for its own notification", async () => {
    const one = woken(server);
    one.wakeUps.listen();
    await expect.poll(one.times).toBe(1);
    one.wakeUps.wakeAll();
    await one.wakeUps.flush();
    await new Promise((later) => setTimeout(later, 500));
    expect(one.times()).toBe(2);
  });

  it("aren't sent on a database that only one process uses", async () => {
    const asked: string[] = [];
    const alone = woken(closing(await createTestDatabase((statement) => asked.push(statement))));
    alone.wakeUps.listen();
    alone.wakeUps.wakeAll();
    await alone.wakeUps.flush();
    expect([alone.times(), alone.wakeUps.isListening(), asked]).toEqual([1, null, []]);
  });

  it("that can't be sent cause no error", async () => {
    const away = { ...server, db: { execute: () => Promise.reject(new Error("away")) } as never };
    const one = woken(away);
    one.wakeUps.wakeAll();
    await one.wakeUps.flush();
    expect(one.times()).toBe(1);
  });
});
