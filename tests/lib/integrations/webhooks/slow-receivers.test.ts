import { and, eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { slowReceivers, subscriptions, tools } from "@/db/schema";
import type { SendResult } from "@/lib/integrations";
import {
  disableSubscription,
  enableSubscription,
  measureBacklog,
  registerSubscription,
  replayDelivery,
  replayFailedSince,
  sendTestDelivery,
} from "@/lib/integrations/server";
import { FAILING_LIMIT_MS } from "@/lib/integrations/webhooks/after-failure";
import { claimDueDeliveries, claimUnqueued } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { completeDelivery } from "@/lib/integrations/webhooks/complete-delivery";
import { COOL_DOWN_AFTER, COOL_DOWN_MS, forgetSlowReceivers } from "@/lib/integrations/webhooks/receiver";
import { newId } from "@/lib/platform/ids";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  systemContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, subscribe, subscriptionOf } from "@/tests/support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";
import { LONG_DATABASE_TIMEOUTS } from "@/tests/support/timeouts";

const HOST = "tool.example.com";
const URL = `https://${HOST}/hooks`;
const later = (ms: number) => new Date(NOW.getTime() + ms);
let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const TIMED_OUT: SendResult = {
  status: null,
  errorClass: "timeout",
  durationMs: 10_000,
  responseExcerpt: "",
  retryAfterSeconds: null,
};
const answered = (status: number): SendResult => ({ ...TIMED_OUT, status, errorClass: null, durationMs: 12 });

/** A tool with one due delivery for each brand, and the brands' owner. */
async function scene(brands = 8) {
  const { db } = database;
  const user = await createUser(db);
  const { slug: toolSlug } = await createTool(db);
  const made = [];
  for (let index = 0; index < brands; index += 1) {
    const brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
    await subscribe(db, URL, { brand, toolSlug });
    await enqueue(db, brand);
    made.push(brand);
  }
  const claim = (now = NOW, limit = 32) =>
    claimDueDeliveries(systemContext(db, now), { tools: [{ slug: toolSlug, free: 32 }], limit });
  const end = async (result: SendResult, now: Date, limit?: number) => {
    const claimed = await claim(now, limit);
    for (const delivery of claimed) await completeDelivery(systemContext(db, now), { delivery, result });
    return claimed.length;
  };
  const receiver = async () => {
    const [row] = await db
      .select()
      .from(slowReceivers)
      .where(and(eq(slowReceivers.toolSlug, toolSlug), eq(slowReceivers.host, HOST)));
    return row;
  };
  const coolDown = async () => {
    expect(await end(TIMED_OUT, NOW, COOL_DOWN_AFTER)).toBe(COOL_DOWN_AFTER);
    expect(await receiver()).toMatchObject({ timeouts: COOL_DOWN_AFTER, probeAt: later(COOL_DOWN_MS) });
  };
  const owner = (now = NOW) => context(db, actingUser(user), now);
  const [first] = made;
  if (!first) throw new Error("no brand was made");
  return { db, toolSlug, brands: made, first, owner, claim, end, receiver, coolDown };
}

describe("a receiver after five timeouts in a row", () => {
  it("gets one delivery every 30 seconds until it answers, then all", async () => {
    const { claim, coolDown, end, receiver } = await scene(12);
    await coolDown();
    const other = await openDatabase({ driver: "pg", url: database.url, timeouts: LONG_DATABASE_TIMEOUTS });
    expect(await claim(later(COOL_DOWN_MS - 1))).toEqual([]);
    expect(await end(TIMED_OUT, later(COOL_DOWN_MS))).toBe(1);
    expect(await receiver()).toMatchObject({ timeouts: COOL_DOWN_AFTER + 1, probeAt: later(2 * COOL_DOWN_MS) });
    // Two processes at once take one.
    const at = later(2 * COOL_DOWN_MS);
    const [tool] = await claim(later(COOL_DOWN_MS + 1));
    expect(tool).toBeUndefined();
    const row = await receiver();
    const inOther = () =>
      claimDueDeliveries(systemContext(other.db, at), {
        tools: [{ slug: row?.toolSlug ?? "", free: 32 }],
        limit: 32,
      });
    const claims = (await Promise.all([claim(at), inOther(), claim(at), inOther()])).flat();
    expect(claims).toHaveLength(1);
    await other.close();
    const [probe] = claims;
    if (!probe) throw new Error("nothing was claimed");
    expect(probe.wasSlow).toBe(true);
    await completeDelivery(systemContext(database.db, at), { delivery: probe, result: answered(200) });
    expect(await receiver()).toBeUndefined();
    // Due again: five that failed in the first minute, the first probe and the five never tried.
    expect((await claim(at)).length).toBeGreaterThanOrEqual(5);
  });

  it("is probed again after its sender died and the lease ended", async () => {
    const { claim, coolDown } = await scene();
    await coolDown();
    expect(await claim(later(COOL_DOWN_MS))).toHaveLength(1);
    expect(await claim(later(COOL_DOWN_MS + 29_999))).toEqual([]);
    expect(await claim(later(COOL_DOWN_MS + 30_000))).toHaveLength(1);
  });

  it.each([404, 410, 500])("counts %i as an answer", async (status) => {
    const { coolDown, end, receiver } = await scene();
    await coolDown();
    expect(await end(answered(status), later(COOL_DOWN_MS))).toBe(1);
    expect(await receiver()).toBeUndefined();
  });

  it("costs waiting deliveries no attempts", async () => {
    const { db, brands, coolDown, end, claim } = await scene();
    await coolDown();
    const days = 4;
    const waited = brands.slice(COOL_DOWN_AFTER);
    for (const { id } of waited) expect(await deliveriesOf(db, id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    expect(await end(answered(200), later(days * 24 * 3_600_000))).toBe(1);
    expect(await claim(later(days * 24 * 3_600_000))).toHaveLength(brands.length - 1);
  });

  it("doesn't affect the tool's other hosts or other tools on its host", async () => {
    const { db, toolSlug, coolDown, claim } = await scene();
    await coolDown();
    const elsewhere = await subscribe(db, "https://own.example.org/hooks", { toolSlug });
    await enqueue(db, elsewhere.brand);
    expect(await claim()).toMatchObject([{ brandId: elsewhere.brand.id, host: "own.example.org", wasSlow: false }]);
    const neighbour = await subscribe(db, URL);
    await enqueue(db, neighbour.brand);
    const ofNeighbour = { tools: [{ slug: neighbour.toolSlug, free: 8 }], limit: 8 };
    expect(await claimDueDeliveries(systemContext(db), ofNeighbour)).toHaveLength(1);
  });
});

describe("while a receiver cools down", () => {
  it("a test is sent at once", async () => {
    const { db, first, owner, toolSlug, coolDown, claim } = await scene();
    await coolDown();
    const { id } = await sendTestDelivery(owner(), { brandId: first.id, toolSlug });
    expect(await claim()).toEqual([]);
    expect(await claimUnqueued(systemContext(db), { tools: [toolSlug] })).toMatchObject([{ id, wasSlow: true }]);
    expect(await claimUnqueued(systemContext(db), { tools: [toolSlug] })).toEqual([]);
  });

  it("a test is not sent for a disabled tool, nor with the subscription off", async () => {
    const { db, first, owner, toolSlug } = await scene();
    await sendTestDelivery(owner(), { brandId: first.id, toolSlug });
    expect(await claimUnqueued(systemContext(db), { tools: [] })).toEqual([]);
    // Disabled after the tick had read its tools.
    await db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, toolSlug));
    expect(await claimUnqueued(systemContext(db), { tools: [toolSlug] })).toEqual([]);
    await db.update(tools).set({ status: "active" }).where(eq(tools.slug, toolSlug));
    await disableSubscription(owner(), { brandId: first.id, toolSlug });
    expect(await claimUnqueued(systemContext(db), { tools: [toolSlug] })).toEqual([]);
  });

  const mended = [
    [
      "a replay",
      async ({ db, first, owner }: Awaited<ReturnType<typeof scene>>) => {
        const [delivery] = await deliveriesOf(db, first.id);
        await replayDelivery(owner(), { brandId: first.id, deliveryId: delivery?.id ?? "" });
      },
    ],
    [
      "a replay of all that failed",
      ({ first, owner, toolSlug }: Awaited<ReturnType<typeof scene>>) =>
        replayFailedSince(owner(), { brandId: first.id, toolSlug, since: later(-1_000) }),
    ],
    [
      "turning the subscription off and on",
      async ({ first, owner, toolSlug }: Awaited<ReturnType<typeof scene>>) => {
        await disableSubscription(owner(), { brandId: first.id, toolSlug });
        await enableSubscription(owner(), { brandId: first.id, toolSlug });
      },
    ],
    [
      "registering it again",
      ({ db, first, toolSlug }: Awaited<ReturnType<typeof scene>>) =>
        registerSubscription(systemContext(db), { brandId: first.id, toolSlug, webhookUrl: URL }),
    ],
  ] as const;
  it.each(mended)("%s ends it, since the receiver may be fixed", async (_, mend) => {
    const it = await scene();
    await it.coolDown();
    await mend(it);
    expect(await it.receiver()).toBeUndefined();
    expect((await it.claim()).length).toBeGreaterThan(1);
  });

  it("turning another subscription off changes nothing, and a disabled tool isn't probed", async () => {
    const { db, first, owner, toolSlug, coolDown, claim, receiver } = await scene();
    await coolDown();
    await disableSubscription(owner(), { brandId: first.id, toolSlug });
    expect(await receiver()).toMatchObject({ timeouts: COOL_DOWN_AFTER });
    await db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, toolSlug));
    expect(await claim(later(COOL_DOWN_MS))).toEqual([]);
    expect(await receiver()).toMatchObject({ probeAt: later(COOL_DOWN_MS) });
    await db.update(tools).set({ status: "active" }).where(eq(tools.slug, toolSlug));
    expect(await claim(later(COOL_DOWN_MS))).toHaveLength(1);
  });

  it("its waiting deliveries don't count as backlog", async () => {
    const { db, toolSlug, coolDown } = await scene();
    const atSecrets = withWebhookSecrets(systemContext(db, later(3_600_000)), "a secret");
    await db.update(tools).set({ status: "disabled" }).where(ne(tools.slug, toolSlug));
    expect(await measureBacklog(atSecrets)).toMatchObject({ oldestDueMs: 3_600_000 });
    await coolDown();
    expect(await measureBacklog(atSecrets)).toMatchObject({ oldestDueMs: 0 });
    await db.update(tools).set({ status: "active" });
  });

  it("a subscription is turned off only for its own failures", async () => {
    const { db, brands, coolDown, end } = await scene(COOL_DOWN_AFTER + 1);
    await coolDown();
    const tried = brands.slice(0, COOL_DOWN_AFTER);
    const untried = brands[COOL_DOWN_AFTER];
    // It waits the longest, although it was created in the millisecond in which the others were served.
    await db
      .update(subscriptions)
      .set({ createdAt: later(-1) })
      .where(eq(subscriptions.brandId, untried?.id ?? ""));
    expect(await subscriptionOf(db, untried?.id ?? "")).toMatchObject({ failingSince: null });
    const at = later(FAILING_LIMIT_MS);
    // The longest waiting one is probed first: it was never tried and isn't failing yet.
    expect(await end(TIMED_OUT, at, 1)).toBe(1);
    expect(await subscriptionOf(db, untried?.id ?? "")).toMatchObject({ enabled: true, failingSince: at });
    expect(await end(TIMED_OUT, later(FAILING_LIMIT_MS + COOL_DOWN_MS), 1)).toBe(1);
    const off = [];
    for (const { id } of tried) off.push((await subscriptionOf(db, id))?.enabled);
    expect(off.filter((enabled) => !enabled)).toHaveLength(1);
  });
});

describe("receivers whose last attempt timed out", () => {
  it("share a limit, so that responsive ones always have slots", async () => {
    const { db } = database;
    const slow = await scene(6);
    await slow.end(TIMED_OUT, NOW, 1);
    const quick = await subscribe(db, "https://quick.example.com/");
    await enqueue(db, quick.brand);
    const claimed = await claimDueDeliveries(systemContext(db), {
      tools: [slow.toolSlug, quick.toolSlug].map((slug) => ({ slug, free: 8, answers: slug === quick.toolSlug })),
      limit: 32,
      unprovenLimit: 2,
    });
    expect(claimed.map(({ toolSlug }) => toolSlug).sort()).toEqual(
      [quick.toolSlug, slow.toolSlug, slow.toolSlug].sort(),
    );
  });

  it("share it by tool, however many receivers of one are probed", async () => {
    const { db } = database;
    const { slug: away } = await createTool(db);
    for (let index = 0; index < 12; index += 1) {
      const { brand } = await subscribe(db, `https://away-${index}.example.com/`, { toolSlug: away });
      await enqueue(db, brand);
    }
    const once = await subscribe(db, "https://once.example.com/");
    await enqueue(db, once.brand);
    const hosts = Array.from({ length: 12 }, (_, index) => ({ toolSlug: away, host: `away-${index}.example.com` }));
    await db
      .insert(slowReceivers)
      .values([
        ...hosts.map((receiver) => ({ ...receiver, timeouts: COOL_DOWN_AFTER, probeAt: NOW })),
        { toolSlug: once.toolSlug, host: "once.example.com", timeouts: 1, probeAt: NOW },
      ]);
    const tools = [away, once.toolSlug].map((slug) => ({ slug, free: 8 }));
    const take = async () => {
      const claimed = await claimDueDeliveries(systemContext(db), { tools, limit: 32, slowLimit: 4 });
      return claimed.map(({ toolSlug, host }) => (toolSlug === away ? host : once.toolSlug)).sort();
    };
    const first = await take();
    expect(first).toHaveLength(4);
    expect(first).toContain(once.toolSlug);
    // Concurrent claims probe each receiver once, until all were probed.
    const later = [...(await Promise.all([take(), take()])), await take(), await take(), await take()].flat();
    expect([...first, ...later].sort()).toEqual([...hosts.map(({ host }) => host), once.toolSlug].sort());
  });

  it("are forgotten after a week without attempts", async () => {
    const { db, coolDown, receiver } = await scene();
    await coolDown();
    await forgetSlowReceivers(systemContext(db, later(6 * 24 * 3_600_000)));
    expect(await receiver()).toBeDefined();
    await forgetSlowReceivers(systemContext(db, later(8 * 24 * 3_600_000)));
    expect(await receiver()).toBeUndefined();
  });
});

it("treats a subscription with a new host as another receiver at once", async () => {
  const { db, first, toolSlug, coolDown, claim } = await scene();
  await coolDown();
  await enqueue(db, first);
  const webhookUrl = `https://${newId()}.example.com/`;
  await db
    .update(subscriptions)
    .set({ webhookUrl })
    .where(and(eq(subscriptions.brandId, first.id), eq(subscriptions.toolSlug, toolSlug)));
  expect(await claim()).toMatchObject([{ brandId: first.id, webhookUrl }]);
});
