// @module-tag full
import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { childContextDeliveries } from "@/db/schema";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { assembleHub } from "@/lib/runtime/hub";
import { ticksOf } from "@/lib/runtime/tick";
import { startTickLoop, stopTickLoop } from "@/lib/runtime/tick-loop";
import { createBrandFixture, createTool } from "../support/fixtures";
import { enqueue, SECRET } from "../support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { createGate, createReceiver, type Receiver } from "../support/receiver";

/** Brands per tool, and changes published one after another, each sent to every tool. */
const BRANDS = 200;
const PUBLISHED = 360;
const BETWEEN_MS = 50;
const DEMANDED_MS = 2_000;

let database: PostgresDatabase;
let opened: { close: () => Promise<void> }[] = [];
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await database.db.execute(sql`truncate brands, tools cascade`);
  opened = [];
});

async function toolWith(answer?: Parameters<typeof createReceiver>[0]): Promise<{ slug: string; receiver: Receiver }> {
  const receiver = await createReceiver(answer);
  opened.push(receiver);
  return { slug: (await createTool(database.db)).slug, receiver };
}

async function subscribeAll(tools: readonly { slug: string; receiver: Receiver }[]): Promise<void> {
  const rows = JSON.stringify(tools.map(({ slug, receiver }) => ({ slug, url: receiver.url })));
  const given = sql`json_to_recordset(${rows}::json) as tool(slug text, url text)`;
  await database.db.execute(
    sql`insert into entitlements (brand_id, tool_slug, created_at) select b.id, tool.slug, now() from brands b, ${given}`,
  );
  await database.db.execute(sql`
    insert into subscriptions (brand_id, tool_slug, webhook_url, created_at)
    select b.id, tool.slug, tool.url, now() from brands b, ${given}`);
}

/**
 * Milliseconds from each change's commit until its delivery to the healthy tool starts, with this many tools that never
 * respond.
 */
async function waitsBeside(hangingTools: number): Promise<number[]> {
  const { db } = database;
  const gate = createGate();
  const brands = [];
  for (let index = 0; index < BRANDS; index += 1) brands.push(await createBrandFixture(db));
  const startedMs = new Map<string, number>();
  const healthy = await toolWith((response, { body }) => {
    startedMs.set(JSON.parse(body.toString()).id, Date.now());
    response.end();
  });
  const hanging = await Promise.all(Array.from({ length: hangingTools }, () => toolWith(() => gate.opened)));
  await subscribeAll([healthy, ...hanging]);

  const { services } = assembleHub(database, {
    webhookPolicy: { allowLoopback: true },
    secrets: { ...environmentSecrets, webhook: () => [SECRET] },
  });
  startTickLoop(...ticksOf({ db, services }));
  const committedMs: number[] = [];
  for (let index = 0; index < PUBLISHED; index += 1) {
    const brand = brands[index % BRANDS];
    if (brand) await enqueue(db, brand, 1, new Date());
    committedMs.push(Date.now());
    services.wakeTick();
    await delay(BETWEEN_MS);
  }
  await Promise.race([healthy.receiver.arrived(PUBLISHED), delay(30_000)]);
  gate.open();
  for (const { receiver } of hanging) await receiver.close();
  await stopTickLoop();
  await services.sending.settled();

  const published = await db
    .select({ id: childContextDeliveries.id })
    .from(childContextDeliveries)
    .where(eq(childContextDeliveries.toolSlug, healthy.slug))
    .orderBy(childContextDeliveries.createdAt);
  return published.map(({ id }, index) => (startedMs.get(id) ?? Number.POSITIVE_INFINITY) - (committedMs[index] ?? 0));
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;

describe("tools that never answer", () => {
  it("delay a healthy tool's deliveries by less than 2 seconds at p99", async () => {
    const seen: string[] = [];
    for (const count of [1, 4, 12]) {
      const waits = await waitsBeside(count);
      expect(waits).toHaveLength(PUBLISHED);
      seen.push(
        `${count}: p50 ${Math.round(percentile(waits, 0.5))} ms, p99 ${Math.round(percentile(waits, 0.99))} ms`,
      );
      expect(percentile(waits, 0.99), seen.join("; ")).toBeLessThan(DEMANDED_MS);
    }
  });
});
