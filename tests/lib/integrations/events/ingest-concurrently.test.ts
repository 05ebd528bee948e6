import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { events } from "@/db/schema";
import type { Event } from "@/lib/contract";
import { grantEntitlement, ingestEvents, revokeEntitlement } from "@/lib/integrations/server";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  toolContext,
} from "@/tests/support/fixtures";
import { deliveriesOf, subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

/** A busy machine isn't an unresponsive server. */
const TIMEOUTS = { connectMs: 60_000, queryMs: 60_000, restedMs: 2_000, probeMs: 60_000 };
const HOOK = "https://1.1.1.1/hooks";
let database: PostgresDatabase;
/** Separate pools, as of other processes: one process would batch concurrent requests. */
let elsewhere: OpenDatabase[];
beforeAll(async () => {
  database = await createPostgresDatabase();
  elsewhere = await Promise.all(
    Array.from({ length: 8 }, () => openDatabase({ driver: "pg", url: database.url, poolSize: 1, timeouts: TIMEOUTS })),
  );
});
afterAll(async () => {
  await Promise.all(elsewhere.map((each) => each.close()));
  await database.close();
});

const batchOf = (brandId: string, keys: readonly string[]): Event[] =>
  keys.map((idempotency_key) => ({
    brand_id: brandId,
    type: "asset.approved",
    occurred_at: NOW.toISOString(),
    idempotency_key,
    payload: {},
  }));

/** Resolves once this many connections of the database wait for a lock. The test's timeout limits it. */
async function waitingForLocks(count: number) {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await rowsOf(database.db, waiting)).length < count);
}

it("stores each key once when the same batches arrive in opposite orders at the same time", async () => {
  const { db } = database;
  const tool = await createTool(db);
  const listening = await createTool(db, { eventPatterns: ["*"] });
  const { brand } = await subscribe(db, HOOK, { toolSlug: listening.slug });
  await entitle(db, brand.id, tool.slug);
  const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
  const batches = Array.from({ length: 8 }, (_, index) => batchOf(brand.id, index % 2 ? keys : keys.toReversed()));

  const results = await Promise.all(
    batches.map((batch, index) => ingestEvents(toolContext(elsewhere[index]?.db ?? db, tool.slug), { events: batch })),
  );

  expect(results.flat().filter(({ deduped }) => !deduped)).toHaveLength(100);
  const rows = await db.select().from(events).where(eq(events.brandId, brand.id));
  expect(rows).toHaveLength(100);
  expect(rows.every(({ duplicates }) => duplicates === 7)).toBe(true);
  expect(await deliveriesOf(db, brand.id)).toHaveLength(100);
});

it("doesn't deadlock two batches with the same keys in different orders", async () => {
  const { db } = database;
  const tool = await createTool(db);
  const brand = await createBrandFixture(db);
  await entitle(db, brand.id, tool.slug);
  // A key that starts with `stop` is stored only once the test releases the lock. By then both batches are half done.
  await db.execute(sql`create function wait_at_stop() returns trigger language plpgsql as $$
    begin
      if new.idempotency_key like 'stop%' then perform pg_advisory_xact_lock_shared(1); end if;
      return new;
    end $$`);
  await db.execute(
    sql`create trigger wait_at_stop before insert on events for each row execute function wait_at_stop()`,
  );
  let both: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`);
    const [one, other] = elsewhere.map((process) => toolContext(process.db, tool.slug));
    if (!one || !other) throw new Error("there are no others");
    both = Promise.all([
      ingestEvents(one, { events: batchOf(brand.id, ["a", "stop-1", "z"]) }),
      ingestEvents(other, { events: batchOf(brand.id, ["z", "stop-2", "a"]) }),
    ]);
    await waitingForLocks(2);
  });
  await both;
  await db.execute(sql`drop trigger wait_at_stop on events`);
  expect(await db.select().from(events).where(eq(events.brandId, brand.id))).toHaveLength(4);
});

it("leaves nothing pending for a tool whose access is revoked during a relay", async () => {
  const { db } = database;
  const admin = context(db, actingUser(await createUser(db, { hubAdmin: true })));
  const tool = await createTool(db);
  const listening = await createTool(db, { eventPatterns: ["*"], defaultWebhookUrl: HOOK });
  const brand = await createBrandFixture(db);
  await entitle(db, brand.id, tool.slug);
  const key = { brandId: brand.id, toolSlug: listening.slug };
  for (let round = 0; round < 10; round += 1) {
    await grantEntitlement(admin, key);
    await Promise.all([
      ingestEvents(toolContext(db, tool.slug), { events: batchOf(brand.id, [`${round}-a`, `${round}-b`]) }),
      revokeEntitlement(admin, key),
      ingestEvents(toolContext(db, tool.slug), { events: batchOf(brand.id, [`${round}-c`]) }),
    ]);
    expect((await deliveriesOf(db, brand.id)).filter(({ status }) => status === "pending")).toEqual([]);
  }
});

it("makes a revocation wait for the transaction that relays an event", async () => {
  const { db } = database;
  const admin = context(db, actingUser(await createUser(db, { hubAdmin: true })));
  const tool = await createTool(db);
  const { brand, toolSlug } = await subscribe(db, HOOK, {
    toolSlug: (await createTool(db, { eventPatterns: ["*"] })).slug,
  });
  await entitle(db, brand.id, tool.slug);
  let revoked: Promise<boolean> | undefined;
  await db.transaction(async (tx) => {
    await ingestEvents(toolContext(tx, tool.slug), { events: batchOf(brand.id, ["only"]) });
    revoked = revokeEntitlement(admin, { brandId: brand.id, toolSlug });
    await waitingForLocks(1);
  });
  expect(await revoked).toBe(true);
  expect(await deliveriesOf(db, brand.id)).toMatchObject([
    { status: "cancelled", reason: "The brand no longer has access to the tool." },
  ]);
});
