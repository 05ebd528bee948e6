import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "@/db/client";
import { listDeliveries, listEvents } from "@/lib/integrations/server";
import { actingUser, context, createBrandFixture, createTool, createUser } from "@/tests/support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

const ROWS = 40_000;
/** A page, plus the rows that an index reads around it. */
const FEW = 500;

let database: PostgresDatabase;
let brandId: string;
let actor: ReturnType<typeof actingUser>;

beforeAll(async () => {
  database = await createPostgresDatabase();
  const { db } = database;
  const owner = await createUser(db);
  const tool = await createTool(db);
  brandId = (await createBrandFixture(db, { members: { [owner.id]: "owner" } })).id;
  actor = actingUser(owner);
  // The match is the oldest row, so reading in the list's order finds it last.
  await db.execute(sql`
    insert into child_context_deliveries
      (id, brand_id, tool_slug, type, body, status, reason, attempts, due_at, created_at, finished_at)
    select gen_random_uuid(), ${brandId}::uuid, ${tool.slug}, 'identity.updated', '{}',
      case when n > ${ROWS - 10}::int then 'dead' else 'delivered' end,
      case when n > ${ROWS - 10}::int then 'None was accepted.' end, 1, at, at, at
    from generate_series(1, ${ROWS}::int) n, lateral (select now() - n * interval '1 minute' as at) moments`);
  await db.execute(sql`
    insert into events
      (id, brand_id, api_version, tool_slug, type, payload, occurred_at, received_at, idempotency_key, trace_id)
    select gen_random_uuid(), ${brandId}::uuid, 1, ${tool.slug}, 'asset.approved', '{}', at, at, 'key-' || n,
      'trace-' || (n / 10)
    from generate_series(1, ${ROWS}::int) n, lateral (select now() - n * interval '1 minute' as at) moments`);
  await db.execute(sql`analyze`);
});
afterAll(() => database.close());

type Page = Promise<{ entries: unknown[] }>;
const deliveries =
  (query: object) =>
  (db: PostgresDatabase["db"]): Page =>
    listDeliveries(context(db, actor, new Date()), { brandId, limit: 25, ...query });
const events =
  (query: object) =>
  (db: PostgresDatabase["db"]): Page =>
    listEvents(context(db, actor, new Date()), { brandId, limit: 25, ...query });

it.each([
  ["deliveries", 25, deliveries({})],
  ["dead deliveries", 10, deliveries({ status: "dead" })],
  ["deliveries of a status without rows", 0, deliveries({ status: "cancelled" })],
  ["deliveries being retried", 0, deliveries({ status: "retrying" })],
  ["deliveries by a word in all of them", 25, deliveries({ search: "IDENTITY" })],
  ["events", 25, events({})],
  ["events of an old trace", 10, events({ traceId: "trace-3999" })],
  ["events of an unknown trace", 0, events({ traceId: "unknown" })],
  ["events by a word in all of them", 25, events({ search: "Approved" })],
])("a page of %s reads little more than its rows out of 40,000", async (_, length, list) => {
  const { page, rowsRead } = await database.db.transaction(async (tx) => {
    const found = await list(tx);
    const [read] = await rowsOf<{ rows: number }>(
      tx,
      sql`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relname in ('child_context_deliveries', 'events')`,
    );
    return { page: found, rowsRead: read?.rows ?? Number.NaN };
  });
  expect(page.entries).toHaveLength(length);
  expect(rowsRead).toBeGreaterThanOrEqual(length);
  expect(rowsRead).toBeLessThan(FEW);
});
