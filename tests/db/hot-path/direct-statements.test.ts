import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "@/db/client";
import { DEFAULT_TIMEOUTS } from "@/db/drivers/guarded-pool";
import { open } from "@/db/drivers/pg";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { createPostgresDatabase, type PostgresDatabase } from "../../support/postgres";

const POOL_SIZE = 3;
/** Responds after a delay, with its connection's pid and values of several types. */
const slowly = batchedLookup<
  { pid: number; at: string; on: boolean; list: number[]; none: null; json: unknown },
  { seconds: "text" }
>(
  "slowly",
  { seconds: "text" },
  sql`select pg_backend_pid() as pid, timestamptz '2026-01-02 03:04:05Z' at time zone 'utc' as at, true as on, array[1, 2] as list, null as none,
    '{"a": [1]}'::jsonb as json from (select pg_sleep(input.seconds::float)) as waited`,
);
const ifReadOnly = batchedLookup<{ setting: string }, { name: "text" }>(
  "if_read_only",
  { name: "text" },
  sql`select current_setting(input.name) as setting`,
);
const refused = batchedLookup<unknown, { text: "text" }>("not_a_number", { text: "text" }, sql`select input.text::int`);

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase({ poolSize: POOL_SIZE });
});
afterAll(() => database.close());

/** Runs this many statements concurrently. */
async function atOnce(count: number, seconds: number) {
  const results: ReturnType<typeof slowly>[] = [];
  for (let n = 0; n < count; n += 1) {
    results.push(slowly(database.db, { seconds: String(seconds) }));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  return (await Promise.all(results)).map(([row]) => row?.pid);
}

it("returns values like any other statement", async () => {
  const { rows } = (await database.db.execute(
    sql`select timestamptz '2026-01-02 03:04:05Z' at time zone 'utc' as at, true as on, array[1, 2] as list, null as none, '{"a": [1]}'::jsonb as json`,
  )) as unknown as { rows: object[] };
  for (const _ of ["described", "known"])
    expect(await slowly(database.db, { seconds: "0" })).toEqual([expect.objectContaining({ ...rows[0] })]);
});

it("uses a connection per running statement, and returns them all when others wait", async () => {
  expect(new Set(await atOnce(POOL_SIZE, 0.2)).size).toBe(POOL_SIZE);
  const { db } = database;
  const holding = Array.from({ length: POOL_SIZE }, () =>
    db.transaction((tx) => tx.execute(sql`select pg_sleep(0.1)`)),
  );
  expect(await Promise.all(holding)).toHaveLength(POOL_SIZE);
  expect(await atOnce(POOL_SIZE * 2, 0.01)).toHaveLength(POOL_SIZE * 2);
  expect(database.pool?.()).toEqual({ total: POOL_SIZE, idle: POOL_SIZE, waiting: 0 });
});

it("uses the next connection after one was lost, and after a failed statement", async () => {
  const { db, url } = database;
  const [before] = await atOnce(1, 0);
  const administrator = new pg.Client({ connectionString: url });
  await administrator.connect();
  await administrator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await administrator.end();
  await expect.poll(() => database.pool?.().total).toBe(0);
  const [after] = await atOnce(1, 0);
  expect(after).not.toBe(before);
  const error = await refused(db, { text: "a secret" }).catch((caught: unknown) => caught);
  expect(String(error)).toMatch(/Failed query: select input\.place/);
  expect(error).toMatchObject({ params: [], cause: { code: "22P02" } });
  expect(await refused(db, { text: "1" })).toHaveLength(1);
  expect(await rowsOf(db, sql`select 1`)).toHaveLength(1);
});

it("makes the server refuse writes while the hub is read-only, also on pooled connections", async () => {
  let isLow = false;
  const { db, close } = await open(database.url, { poolSize: 2, isReadOnly: () => isLow });
  try {
    for (isLow of [false, true, true, false, false]) {
      const [row] = await ifReadOnly(db, { name: "default_transaction_read_only" });
      expect(row?.setting).toBe(isLow ? "on" : "off");
    }
  } finally {
    await close();
  }
});

it("closes connections that idled while the process was suspended", async () => {
  const { db, close } = await open(database.url, { poolSize: 2, timeouts: { ...DEFAULT_TIMEOUTS, restedMs: 300 } });
  const [results, soon] = [await slowly(db, { seconds: "0" }), await slowly(db, { seconds: "0" })];
  try {
    expect(soon[0]?.pid).toBe(results[0]?.pid);
    // Like a function suspended between two requests, in which no timer fires.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    expect((await slowly(db, { seconds: "0" }))[0]?.pid).not.toBe(results[0]?.pid);
  } finally {
    await close();
  }
});

it("shares its connections with the rest of the pool before another is opened", async () => {
  const { db, pool, close } = await open(database.url, { poolSize: 3 });
  try {
    await slowly(db, { seconds: "0" });
    await db.execute(sql`select 1`);
    expect(pool?.().total).toBe(1);
  } finally {
    await close();
  }
});
