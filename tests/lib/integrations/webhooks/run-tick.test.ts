import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseClock, openDatabase } from "@/db/client";
import { subscriptions } from "@/db/schema";
import { verifyHubSignature, verifyStandardWebhook } from "@/lib/contract";
import { runDispatchTick } from "@/lib/integrations/server";
import { SLOW_AFTER_MS } from "@/lib/integrations/webhooks/delivery-scheduler";
import { LOOK_AGAIN_MS } from "@/lib/integrations/webhooks/run-tick";
import { sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { log } from "@/lib/platform/log";
import { createTool, systemContext, withWebhookSecrets } from "@/tests/support/fixtures";
import { attemptsOf, createTestClock, deliveriesOf, enqueue, runTick, SECRET, subscribe } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";
import { createGate, createReceiver, type Receiver } from "@/tests/support/receiver";
import { LONG_DATABASE_TIMEOUTS } from "@/tests/support/timeouts";

log.level = "silent";
const LEASE_MS = 30_000;
let database: PostgresDatabase;
let opened: { close: () => Promise<void> }[];
beforeEach(async () => {
  database = await createPostgresDatabase();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await database.close();
});

async function receiver(...args: Parameters<typeof createReceiver>): Promise<Receiver> {
  const made = await createReceiver(...args);
  opened.push(made);
  return made;
}

/** A second process with its own connections to the database. */
async function otherProcess() {
  const other = await openDatabase({ driver: "pg", url: database.url, timeouts: LONG_DATABASE_TIMEOUTS });
  opened.push(other);
  return other.db;
}

const bodiesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body.toString()) as { id: string });

describe("a tick", () => {
  it("sends the stored text, signed both ways, and records the attempt", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    const { clock, now } = createTestClock();

    expect(await runTick(db, clock)).toEqual({ processed: 1, failed: 0 });

    const [delivery] = await deliveriesOf(db, brand.id);
    const [request] = target.received;
    expect(request?.body.toString()).toBe(delivery?.body);
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "x-hub-event": "identity.updated",
      "x-hub-delivery": delivery?.id,
      "x-hub-attempt": "1",
      "webhook-id": delivery?.id,
    });
    const body = new Uint8Array(request?.body ?? []);
    const headers = new Headers(Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]));
    expect(await verifyHubSignature(body, headers.get("x-hub-signature"), [SECRET])).toBe(true);
    expect(await verifyStandardWebhook(body, headers, [SECRET], now())).toBe(true);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1, leaseToken: null, finishedAt: now() });
    expect(await attemptsOf(db, delivery?.id ?? "")).toMatchObject([
      {
        attempt: 1,
        startedAt: now(),
        statusCode: 200,
        errorClass: null,
        webhookUrl: target.url,
        responseExcerpt: "ok",
      },
    ]);
  });

  it("counts anything but a 2xx as failed and leaves it pending", async () => {
    const { db } = database;
    const good = await receiver();
    const bad = await receiver((response) => response.writeHead(500).end("no"));
    const one = await subscribe(db, good.url);
    const other = await subscribe(db, bad.url);
    await enqueue(db, one.brand);
    await enqueue(db, other.brand);

    expect(await runTick(db, createTestClock().clock)).toEqual({ processed: 2, failed: 1 });
    expect(await deliveriesOf(db, other.brand.id)).toMatchObject([
      { status: "pending", attempts: 1, leaseToken: null },
    ]);
  });

  it("uses the database's clock by default", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    expect(await runTick(db, databaseClock)).toEqual({ processed: 1, failed: 0 });
  });

  it("skips what isn't due yet", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    const past = createTestClock(new Date("2026-03-14T09:26:53.588Z"));
    expect(await runTick(db, past.clock)).toEqual({ processed: 0, failed: 0 });
    expect(target.received).toEqual([]);
  });

  it("stops claiming after 45 seconds and finishes what is in flight", async () => {
    const { db } = database;
    const { clock, advance } = createTestClock();
    const target = await receiver((response) => {
      advance(46_000);
      response.end();
    });
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand, 40);

    const { processed } = await runTick(db, clock);

    // The first one, plus the most that a claim in flight can have taken.
    expect(processed).toBeLessThanOrEqual(1 + 26);
    const statuses = (await deliveriesOf(db, brand.id)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "delivered")).toHaveLength(processed);
    expect(statuses.filter((status) => status === "pending")).toHaveLength(40 - processed);
  });

  it("wakes the next tick if its time ran out, but not if all is sent", async () => {
    const { db } = database;
    const { clock, advance } = createTestClock();
    let woken = 0;
    const tick = (send: typeof sendWebhook) => {
      const wakeTick = () => {
        woken += 1;
      };
      return runDispatchTick(withWebhookSecrets({ ...systemContext(db), clock, wakeTick }, SECRET), { send });
    };
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand, 5);
    await tick(async (request) => {
      advance(46_000);
      return sendWebhook(request);
    });
    expect(woken).toBe(1);
    await tick(sendWebhook);
    expect(woken).toBe(1);
    expect((await deliveriesOf(db, brand.id)).map(({ status }) => status)).toEqual(Array(5).fill("delivered"));
  });

  it("reports a database error only after recording what is in flight", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    const { clock, now } = createTestClock();
    let queries = 0;
    const failing = async () => {
      queries += 1;
      // 1 and 2: the tick's start and first claim. 3: the second claim, during the first delivery.
      if (queries === 3) throw new Error("the database is gone");
      return now();
    };
    await expect(runTick(db, failing)).rejects.toThrow("the database is gone");
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "delivered" }]);
    expect(await runTick(db, clock)).toEqual({ processed: 0, failed: 0 });
  });
});

describe("overlapping ticks", () => {
  it("never send a delivery twice within a lease", async () => {
    const { db } = database;
    const other = await otherProcess();
    const target = await receiver();
    const tool = await createTool(db);
    for (let index = 0; index < 12; index += 1) {
      const { brand } = await subscribe(db, target.url, { toolSlug: tool.slug });
      await enqueue(db, brand, 5);
    }
    const { clock } = createTestClock();

    const reports = await Promise.all([runTick(db, clock), runTick(other, clock), runTick(other, clock)]);
    // A tick ends while another has the rest. What that one couldn't take yet waits for the next.
    const last = await runTick(db, clock);

    const ids = bodiesOf(target).map(({ id }) => id);
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
    expect([...reports, last].reduce((sum, { processed }) => sum + processed, 0)).toBe(60);
  });

  it("keep at most 2 in flight per subscription in all", async () => {
    const { db } = database;
    const other = await otherProcess();
    const gate = createGate();
    const target = await receiver(async (response) => {
      await gate.opened;
      response.end();
    });
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand, 6);
    const { clock } = createTestClock();

    const first = runTick(db, clock);
    await target.arrived(2);
    expect(await runTick(other, clock)).toEqual({ processed: 0, failed: 0 });
    gate.open();

    expect(await first).toEqual({ processed: 6, failed: 0 });
    expect(target.mostOpen).toBe(2);
  });
});

describe("a receiver that hangs", () => {
  it("doesn't delay others, even if it hangs for every brand", async () => {
    const { db } = database;
    const gate = createGate();
    const hanging = await receiver(async (response) => {
      await gate.opened;
      response.end();
    });
    const quick = await receiver();
    const hangingTool = await createTool(db);
    for (let index = 0; index < 20; index += 1) {
      const { brand } = await subscribe(db, hanging.url, { toolSlug: hangingTool.slug });
      await enqueue(db, brand, 3);
    }
    const quickTool = await createTool(db);
    for (let index = 0; index < 5; index += 1) {
      const { brand } = await subscribe(db, quick.url, { toolSlug: quickTool.slug });
      await enqueue(db, brand, 3);
    }

    const tick = runTick(db, createTestClock().clock);
    await Promise.all([quick.arrived(15), hanging.arrived(8)]);

    expect(hanging.open).toBe(8);
    gate.open();
    expect(await tick).toEqual({ processed: 75, failed: 0 });
  });

  it("doesn't delay newly due deliveries or its tool's other receivers", async () => {
    const { db } = database;
    const gate = createGate();
    const hanging = await receiver(async (response) => {
      await gate.opened;
      response.end();
    });
    const quick = await receiver();
    const { brand, toolSlug } = await subscribe(db, hanging.url);
    await enqueue(db, brand);
    const tick = runTick(db, createTestClock().clock);
    await hanging.arrived(1);
    const elsewhere = await subscribe(db, quick.url, { toolSlug });
    await enqueue(db, elsewhere.brand);
    await quick.arrived(1);
    expect(hanging.open).toBe(1);
    gate.open();
    expect(await tick).toEqual({ processed: 2, failed: 0 });
  });

  it("gets nothing more until it answers, once it took over a second", async () => {
    const { db } = database;
    const gate = createGate();
    const hanging = await receiver(async (response) => {
      await gate.opened;
      response.end();
    });
    const { brand, toolSlug } = await subscribe(db, hanging.url);
    await enqueue(db, brand);
    const tick = runTick(db, createTestClock().clock);
    await hanging.arrived(1);
    await delay(SLOW_AFTER_MS + 100);
    const other = await subscribe(db, hanging.url, { toolSlug });
    await enqueue(db, other.brand);
    await delay(2 * LOOK_AGAIN_MS);
    expect(hanging.received).toHaveLength(1);
    gate.open();
    expect(await tick).toEqual({ processed: 2, failed: 0 });
  });

  it("isn't waited for unless the process stops", async () => {
    const { db } = database;
    const gate = createGate();
    const hanging = await receiver(async (response) => {
      await gate.opened;
      response.end();
    });
    const { brand } = await subscribe(db, hanging.url);
    await enqueue(db, brand, 2);
    const stop = new AbortController();
    const ctx = { ...withWebhookSecrets(systemContext(db), SECRET), stopping: stop.signal };
    const tick = runDispatchTick(ctx, { wait: false });
    await hanging.arrived(1);
    stop.abort();
    expect(await tick).toEqual({ processed: 0, failed: 0 });
    expect(await runDispatchTick(ctx, { wait: false })).toEqual({ processed: 0, failed: 0 });
    gate.open();
    await ctx.sending.settled();
    const { received } = hanging;
    expect((await deliveriesOf(db, brand.id)).filter(({ status }) => status === "delivered")).toHaveLength(
      received.length,
    );
  });

  it("times out and is retried later", async () => {
    const { db } = database;
    const gate = createGate();
    const hanging = await receiver(() => gate.opened);
    const { brand } = await subscribe(db, hanging.url);
    await enqueue(db, brand);
    const send: typeof sendWebhook = (request) => sendWebhook({ ...request, timeouts: { totalMs: 50 } });

    expect(await runTick(db, createTestClock().clock, { send })).toEqual({
      processed: 1,
      failed: 1,
    });
    gate.open();

    const [delivery] = await deliveriesOf(db, brand.id);
    expect(delivery).toMatchObject({ status: "pending", attempts: 1 });
    expect(await attemptsOf(db, delivery?.id ?? "")).toMatchObject([{ statusCode: null, errorClass: "timeout" }]);
  });
});

describe("a sender that dies", () => {
  it("between sending and recording causes a retry after a minute under the same id", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    const { clock, now, advance } = createTestClock();
    const dyingClock = async () => {
      if (target.received.length > 0) throw new Error("the process died here");
      return now();
    };
    await runTick(db, dyingClock).catch(() => {});
    expect(target.received).toHaveLength(1);
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "pending", attempts: 1 }]);

    advance(LEASE_MS - 1);
    expect(await runTick(db, clock)).toEqual({ processed: 0, failed: 0 });
    advance(1);
    expect(await runTick(db, clock)).toEqual({ processed: 0, failed: 0 });
    // A minute after the claim, as after any failed attempt.
    advance(LEASE_MS);
    expect(await runTick(db, clock)).toEqual({ processed: 1, failed: 0 });

    const [delivery] = await deliveriesOf(db, brand.id);
    expect(bodiesOf(target).map(({ id }) => id)).toEqual([delivery?.id, delivery?.id]);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
    expect(await attemptsOf(db, delivery?.id ?? "")).toMatchObject([
      { attempt: 1, errorClass: "aborted" },
      { attempt: 2, statusCode: 200 },
    ]);
  });
});

describe("a sender that cannot send", () => {
  it("backs off like any failure", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    const send = () => Promise.reject(new Error("a mistake of ours"));
    expect(await runTick(db, createTestClock().clock, { send })).toEqual({
      processed: 1,
      failed: 1,
    });
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "pending", attempts: 1 }]);
  });
});

describe("paused tools", () => {
  it("keep deliveries pending without attempts until they have a secret", async () => {
    const { db } = database;
    const target = await receiver();
    const { brand } = await subscribe(db, target.url);
    await enqueue(db, brand);
    const { clock } = createTestClock();

    expect(await runTick(db, clock, { secrets: [] })).toEqual({ processed: 0, failed: 0 });
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "pending", attempts: 0, leaseToken: null }]);
    expect(await runTick(db, clock)).toEqual({ processed: 1, failed: 0 });
  });

  it("keep deliveries pending while disabled", async () => {
    const { db } = database;
    const target = await receiver();
    const disabled = await createTool(db, { status: "disabled" });
    const { brand } = await subscribe(db, target.url, { toolSlug: disabled.slug });
    await enqueue(db, brand);
    expect(await runTick(db, createTestClock().clock)).toEqual({ processed: 0, failed: 0 });
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
  });
});

it("sends to the URL at the time of the claim", async () => {
  const { db } = database;
  const former = await receiver();
  const present = await receiver();
  const { brand } = await subscribe(db, former.url);
  await enqueue(db, brand);
  await db.update(subscriptions).set({ webhookUrl: present.url }).where(eq(subscriptions.brandId, brand.id));
  await runTick(db, createTestClock().clock);
  expect(former.received).toHaveLength(0);
  expect(present.received).toHaveLength(1);
});
