import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slowReceivers, subscriptions } from "@/db/schema";
import type { SendResult } from "@/lib/integrations";
import { cancelStrandedDeliveries } from "@/lib/integrations/webhooks/cancel-deliveries";
import { type ClaimedDelivery, claimDueDeliveries, LEASE_MS } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { batched, completeSuccesses } from "@/lib/integrations/webhooks/complete-delivery";
import { giveUpInterrupted, releaseClaims } from "@/lib/integrations/webhooks/run-tick";
import type { sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { log } from "@/lib/platform/log";
import { createTool, NOW, systemContext } from "@/tests/support/fixtures";
import { attemptsOf, createTestClock, deliveriesOf, enqueue, runTick, subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

log.level = "silent";
const URL = "https://tool.example.com/hooks";
let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const later = (ms: number) => new Date(NOW.getTime() + ms);
const OK: SendResult = { status: 200, errorClass: null, durationMs: 3, responseExcerpt: "ok", retryAfterSeconds: null };

/** A tool with brands, and one claimed delivery of each. */
async function claimed(count: number): Promise<ClaimedDelivery[]> {
  const { db } = database;
  const { slug } = await createTool(db);
  for (let index = 0; index < count; index += 1)
    await enqueue(db, (await subscribe(db, URL, { toolSlug: slug })).brand);
  return claimDueDeliveries(systemContext(db), { tools: [{ slug, free: count }], limit: count });
}

const complete = (deliveries: ClaimedDelivery[], now = later(1_000)) =>
  completeSuccesses(
    systemContext(database.db, now),
    deliveries.map((delivery) => ({ delivery, result: OK })),
  );
const rowOf = async ({ brandId }: ClaimedDelivery) => (await deliveriesOf(database.db, brandId))[0];

describe("successes recorded in a batch", () => {
  it("are delivered, each with one attempt", async () => {
    const deliveries = await claimed(5);
    expect(await complete(deliveries)).toEqual(Array(5).fill(true));
    for (const delivery of deliveries) {
      expect(await rowOf(delivery)).toMatchObject({
        status: "delivered",
        attempts: 1,
        finishedAt: later(1_000),
        leaseToken: null,
        leaseUntil: null,
      });
      expect(await attemptsOf(database.db, delivery.id)).toEqual([
        {
          deliveryId: delivery.id,
          attempt: 1,
          startedAt: NOW,
          durationMs: 3,
          webhookUrl: URL,
          statusCode: 200,
          errorClass: null,
          responseExcerpt: "ok",
        },
      ]);
    }
    expect(await complete(deliveries)).toEqual(Array(5).fill(false));
  });

  it("skip a lost lease and record the others", async () => {
    const { db } = database;
    const [lost, kept] = (await claimed(2)) as [ClaimedDelivery, ClaimedDelivery];
    await db.execute(sql`update child_context_deliveries set lease_until = ${NOW.toISOString()} where id = ${lost.id}`);
    await giveUpInterrupted(systemContext(db, NOW));
    const [taken] = await claimDueDeliveries(systemContext(db, later(3_600_000)), {
      tools: [{ slug: lost.toolSlug, free: 1 }],
      limit: 1,
    });
    expect(taken?.id).toBe(lost.id);
    expect(await complete([lost, kept])).toEqual([false, true]);
    expect(await rowOf(lost)).toMatchObject({ status: "pending", attempts: 2, leaseToken: taken?.leaseToken });
    expect(await attemptsOf(db, lost.id)).toMatchObject([{ attempt: 1, errorClass: "aborted" }]);
  });

  it("skip rows that end a run of failures or timeouts, and locked ones", async () => {
    const { db } = database;
    const [failing, slow, locked, plain] = (await claimed(4)) as [
      ClaimedDelivery,
      ClaimedDelivery,
      ClaimedDelivery,
      ClaimedDelivery,
    ];
    await db.update(subscriptions).set({ failingSince: NOW }).where(sql`brand_id = ${failing.brandId}`);
    const elsewhere = { ...slow, host: "slow.example.com" };
    await db.insert(slowReceivers).values({ toolSlug: slow.toolSlug, host: elsewhere.host, timeouts: 1, probeAt: NOW });
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from child_context_deliveries where id = ${locked.id} for update`);
      expect(await complete([failing, elsewhere, locked, plain])).toEqual([false, false, false, true]);
    });
    for (const each of [failing, slow, locked])
      expect(await rowOf(each)).toMatchObject({ status: "pending", leaseToken: each.leaseToken });
    expect(await complete([locked])).toEqual([true]);
  });

  it("are recorded even if the subscription is gone", async () => {
    const [delivery] = (await claimed(1)) as [ClaimedDelivery];
    await database.db.execute(sql`delete from entitlements where brand_id = ${delivery.brandId}`);
    expect(await complete([delivery])).toEqual([true]);
  });
});

describe("a tick", () => {
  it("records each result of a mixed batch", async () => {
    const { db } = database;
    const { slug } = await createTool(db);
    const made = [];
    for (let index = 0; index < 6; index += 1) {
      const { brand } = await subscribe(db, `${URL}/${index}`, { toolSlug: slug });
      await enqueue(db, brand);
      made.push(brand);
    }
    const answers: SendResult[] = [
      OK,
      { ...OK, status: 500 },
      { ...OK, status: 410 },
      { ...OK, status: null, errorClass: "timeout" },
      { ...OK, errorClass: "reset" },
      { ...OK, status: 204 },
    ];
    const send: typeof sendWebhook = async ({ url }) => answers[Number(url.at(-1))] as SendResult;
    expect(await runTick(db, createTestClock().clock, { send })).toEqual({ processed: 6, failed: 4 });
    const statuses = [];
    for (const { id } of made) statuses.push((await deliveriesOf(db, id))[0]?.status);
    expect(statuses).toEqual(["delivered", "pending", "cancelled", "pending", "pending", "delivered"]);
  });

  it("records one by one what fails as a batch", async () => {
    const { db } = database;
    const { slug } = await createTool(db);
    const made = [];
    for (let index = 0; index < 4; index += 1) {
      const { brand } = await subscribe(db, URL, { toolSlug: slug });
      await enqueue(db, brand);
      made.push(brand);
    }
    // No column can store the third one's text.
    let sent = 0;
    const send: typeof sendWebhook = async () => {
      sent += 1;
      return { ...OK, responseExcerpt: sent === 3 ? "\u0000" : "ok" };
    };
    await runTick(db, createTestClock().clock, { send });
    const rows = [];
    for (const { id } of made) rows.push(...(await deliveriesOf(db, id)));
    expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(3);
    expect(rows.filter(({ leaseToken }) => leaseToken !== null)).toHaveLength(1);
  });
});

describe("a released claim", () => {
  it("is due as before without an attempt", async () => {
    const { db } = database;
    const [delivery] = (await claimed(1)) as [ClaimedDelivery];
    await releaseClaims(systemContext(db), [delivery]);
    expect(await rowOf(delivery)).toMatchObject({ status: "pending", attempts: 0, leaseToken: null, dueAt: NOW });
    const input = { tools: [{ slug: delivery.toolSlug, free: 1 }], limit: 1 };
    expect(await claimDueDeliveries(systemContext(db), input)).toMatchObject([{ id: delivery.id, attempt: 1 }]);
    // The lease has gone to another process by then.
    await releaseClaims(systemContext(db), [delivery]);
    expect(await rowOf(delivery)).toMatchObject({ attempts: 1 });
  });
});

describe("a claim released without a subscription", () => {
  const ended = (delivery: ClaimedDelivery) => sql`delete from entitlements where brand_id = ${delivery.brandId}`;
  const afterLease = () => cancelStrandedDeliveries(systemContext(database.db, later(LEASE_MS)));

  it("is cancelled, and a later subscription doesn't get it", async () => {
    const { db } = database;
    const [delivery] = (await claimed(1)) as [ClaimedDelivery];
    await db.execute(ended(delivery));
    await releaseClaims(systemContext(db), [delivery]);
    await afterLease();
    expect(await rowOf(delivery)).toMatchObject({ status: "cancelled", leaseToken: null });
  });

  it("doesn't wait if the subscription is removed at the same moment", async () => {
    const { db } = database;
    const [delivery] = (await claimed(1)) as [ClaimedDelivery];
    await db.transaction(async (tx) => {
      await tx.execute(ended(delivery));
      await releaseClaims(systemContext(db), [delivery]);
    });
    await afterLease();
    expect(await rowOf(delivery)).toMatchObject({ status: "cancelled", leaseToken: null });
  });
});

describe("claims beyond the slots", () => {
  const ahead = (slug: string, own: string[] = [], each = 10) =>
    claimDueDeliveries(systemContext(database.db), {
      tools: [{ slug, free: 40, answers: true, each }],
      limit: 40,
      own,
    });

  it("take several deliveries of a subscription, longest due first, unless another process has two", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand, 30);
    const rows = await deliveriesOf(db, brand.id);
    const first = await ahead(toolSlug);
    expect(first.map(({ id }) => id).sort()).toEqual(
      rows
        .slice(0, 10)
        .map(({ id }) => id)
        .sort(),
    );
    const [{ leaseToken = "" } = {}] = first;
    expect(await ahead(toolSlug)).toEqual([]);
    expect(await ahead(toolSlug, [leaseToken])).toEqual([]);
    await complete(first.slice(0, 6));
    expect(await ahead(toolSlug)).toEqual([]);
    expect(await ahead(toolSlug, [leaseToken])).toHaveLength(6);
  });

  it("take two of a subscription across processes", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    await enqueue(db, brand, 30);
    const first = await ahead(toolSlug);
    const [{ leaseToken = "" } = {}] = first;
    await complete(first.slice(0, 9));
    const others = await ahead(toolSlug);
    expect(others).toHaveLength(1);
    expect(await ahead(toolSlug, [leaseToken])).toEqual([]);
    await complete(others);
    expect(await ahead(toolSlug, [leaseToken])).toHaveLength(9);
  });

  it("share among subscriptions, one delivery each if the tool gave no answer", async () => {
    const { db } = database;
    const { slug } = await createTool(db);
    for (let index = 0; index < 20; index += 1)
      await enqueue(db, (await subscribe(db, URL, { toolSlug: slug })).brand, 5);
    const claims = await ahead(slug);
    expect(claims).toHaveLength(40);
    expect(new Set(claims.map(({ brandId }) => brandId)).size).toBe(20);
    const doubted = await subscribe(db, URL);
    await enqueue(db, doubted.brand, 5);
    const tools = [{ slug: doubted.toolSlug, free: 8, each: 2 }];
    expect(await claimDueDeliveries(systemContext(db), { tools, limit: 32 })).toHaveLength(1);
  });
});

describe("batched calls", () => {
  it("run together, at most 100 at a time, one batch after the other", async () => {
    const times: number[] = [];
    let busy = 0;
    const double = batched(async (numbers: number[]) => {
      busy += 1;
      expect(busy).toBe(1);
      times.push(numbers.length);
      await new Promise((done) => setTimeout(done, 5));
      busy -= 1;
      return numbers.map((number) => number * 2);
    });
    const all = await Promise.all(Array.from({ length: 250 }, (_, index) => double(index)));
    expect(all).toEqual(Array.from({ length: 250 }, (_, index) => index * 2));
    expect(times).toEqual([100, 100, 50]);
  });

  it("all reject if the batch fails, and the next batch runs", async () => {
    const work = batched(async (items: string[]) => {
      if (items.includes("bad")) throw new Error("no");
      return items;
    });
    const results = await Promise.allSettled([work("good"), work("bad")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await work("good")).toBe("good");
  });
});
