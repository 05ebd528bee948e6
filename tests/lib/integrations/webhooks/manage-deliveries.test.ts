import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { auditEntries, subscriptions, childContextDeliveries as table, tools } from "@/db/schema";
import { parseWebhook } from "@/lib/contract";
import {
  awaitTest,
  disableSubscription,
  enableSubscription,
  getDelivery,
  listDeliveries,
  replayDelivery,
  replayFailedSince,
  replayUndelivered,
  sendTestDelivery,
} from "@/lib/integrations/server";
import { claimDueDeliveries } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import * as frozenKit from "@/tests/fixtures/kit-1.0.0";
import { createTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  systemContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import {
  attemptsOf,
  createTestClock,
  deliveriesOf,
  enqueue,
  runTick,
  SECRET,
  subscribe,
  subscriptionOf,
} from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const later = (ms: number) => new Date(NOW.getTime() + ms);
let database: OpenDatabase;
let receiver: Receiver;
let answer = 200;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

let owner: Ctx;
let editor: Ctx;
let nonMember: Ctx;
let key: { brandId: string; toolSlug: string };
let brand: { id: string; slug: string };
beforeEach(async () => {
  const { db } = database;
  answer = 200;
  receiver.received.length = 0;
  await db.delete(table);
  const [one, two, three] = [await createUser(db), await createUser(db), await createUser(db)];
  owner = withWebhookSecrets(context(db, actingUser(one)), SECRET);
  editor = context(db, actingUser(two));
  nonMember = context(db, actingUser(three));
  brand = await createBrandFixture(db, { members: { [one.id]: "owner", [two.id]: "editor" } });
  key = { brandId: brand.id, toolSlug: (await subscribe(db, receiver.url, { brand })).toolSlug };
});

const tick = (now = NOW) => runTick(database.db, createTestClock(now).clock);
const only = async () => {
  const [delivery] = await deliveriesOf(database.db, brand.id);
  if (!delivery) throw new Error("there is no delivery");
  return delivery;
};
const actions = async () =>
  (
    await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id)).orderBy(auditEntries.id)
  ).map(({ action }) => action);

describe("replaying a delivery", () => {
  it("sends the same id and body with new attempts and keeps the old ones", async () => {
    await enqueue(database.db, brand);
    await tick();
    const delivered = await only();
    await replayDelivery({ ...owner, now: later(1_000) }, { brandId: brand.id, deliveryId: delivered.id });
    expect(await only()).toMatchObject({ status: "pending", attempts: 0, reason: null, finishedAt: null });
    await tick(later(1_000));

    const [first, second] = receiver.received;
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers["webhook-id"]).toBe(delivered.id);
    expect(second?.headers["x-hub-attempt"]).toBe("2");
    expect(await only()).toMatchObject({ id: delivered.id, status: "delivered", attempts: 1 });
    expect((await attemptsOf(database.db, delivered.id)).map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(await actions()).toContain("delivery.replayed");
  });

  it("gives a dead delivery all attempts again", async () => {
    await enqueue(database.db, brand);
    await database.db
      .update(table)
      .set({ status: "dead", reason: "All 18 attempts failed.", attempts: 18, finishedAt: NOW });
    await replayDelivery(owner, { brandId: brand.id, deliveryId: (await only()).id });
    answer = 500;
    await tick();
    expect(await only()).toMatchObject({ status: "pending", attempts: 1 });
  });

  it("sends a waiting retry at once, but nothing twice", async () => {
    await enqueue(database.db, brand);
    answer = 500;
    await tick();
    const failing = await only();
    const input = { brandId: brand.id, deliveryId: failing.id };
    expect(failing).toMatchObject({ status: "pending", attempts: 1 });
    expect(failing.dueAt.getTime()).toBeGreaterThan(NOW.getTime());
    expect(await tick(later(1_000))).toEqual({ processed: 0, failed: 0 });

    await replayDelivery({ ...owner, now: later(1_000) }, input);
    const replaying = claimDueDeliveries(systemContext(database.db, later(1_000)), {
      tools: [{ slug: key.toolSlug, free: 1 }],
      limit: 1,
    });
    expect((await replaying).map(({ id, attempt }) => ({ id, attempt }))).toEqual([{ id: failing.id, attempt: 2 }]);
    // In flight: a second attempt would be one too many.
    await database.db.update(table).set({ attempts: 1 });
    await expect(replayDelivery({ ...owner, now: later(2_000) }, input)).rejects.toThrow(BadRequest);
    expect(await replayFailedSince({ ...owner, now: later(2_000) }, { ...key, since: later(-1_000) })).toBe(0);
    // The lease of a dead sender ended. The replay takes it from a sender that comes back late.
    await replayDelivery({ ...owner, now: later(60_000) }, input);
    expect(await only()).toMatchObject({ status: "pending", attempts: 0, leaseToken: null });
  });

  it("replays everything that failed since a time, including waiting retries", async () => {
    await enqueue(database.db, brand, 3);
    answer = 500;
    await tick();
    const [first] = await deliveriesOf(database.db, brand.id);
    await database.db
      .update(table)
      .set({ status: "dead", reason: "All 18 attempts failed.", finishedAt: NOW })
      .where(eq(table.id, first?.id ?? ""));
    await enqueue(database.db, brand, 1, later(1_000));
    answer = 200;
    expect(await replayFailedSince({ ...owner, now: later(1_000) }, { ...key, since: later(-1_000) })).toBe(3);
    expect(await tick(later(1_000))).toEqual({ processed: 4, failed: 0 });
  });

  it("is refused before its first attempt, while the subscription is off, and without one", async () => {
    await enqueue(database.db, brand);
    const input = { brandId: brand.id, deliveryId: (await only()).id };
    await expect(replayDelivery(owner, input)).rejects.toThrow(BadRequest);
    await disableSubscription(owner, key);
    await expect(replayDelivery(owner, input)).rejects.toThrow("Turn it on first");
    await database.db.delete(subscriptions).where(eq(subscriptions.brandId, brand.id));
    await expect(replayDelivery(owner, input)).rejects.toThrow(NotFound);
    expect(await only()).toMatchObject({ status: "cancelled" });
  });

  it("requires an owner or admin of the brand", async () => {
    await enqueue(database.db, brand);
    await tick();
    const deliveryId = (await only()).id;
    await expect(replayDelivery(editor, { brandId: brand.id, deliveryId })).rejects.toThrow(Forbidden);
    await expect(replayDelivery(nonMember, { brandId: brand.id, deliveryId })).rejects.toThrow(NotFound);
    const own = await createBrandFixture(database.db, {
      members: { [nonMember.actor.kind === "user" ? nonMember.actor.userId : ""]: "owner" },
    });
    await expect(replayDelivery(nonMember, { brandId: own.id, deliveryId })).rejects.toThrow(NotFound);
    await expect(replayDelivery(owner, { brandId: brand.id, deliveryId: "nonsense" })).rejects.toThrow(NotFound);
    expect(await only()).toMatchObject({ status: "delivered" });
  });
});

describe("turning a subscription off and on", () => {
  it("cancels pending deliveries and offers undelivered ones for replay", async () => {
    await enqueue(database.db, brand, 2);
    expect(await disableSubscription({ ...owner, now: later(10) }, key)).toBe(true);
    expect(await disableSubscription(owner, key)).toBe(false);
    await enqueue(database.db, brand, 3, later(20));
    expect(new Set((await deliveriesOf(database.db, brand.id)).map(({ status }) => status))).toEqual(
      new Set(["cancelled"]),
    );

    const offer = await enableSubscription({ ...owner, now: later(30) }, key);
    expect(offer).toEqual({ since: later(10), count: 5 });
    expect(await enableSubscription(owner, key)).toBeUndefined();
    expect(await subscriptionOf(database.db, brand.id)).toMatchObject({
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });

    expect(await replayUndelivered({ ...owner, now: later(40) }, { ...key, since: offer?.since ?? NOW })).toBe(5);
    expect(await tick(later(40))).toEqual({ processed: 5, failed: 0 });
    expect(await actions()).toEqual(["subscription.disabled", "subscription.enabled", "delivery.failed_replayed"]);
  });

  it("also offers what failed before it was turned off", async () => {
    await enqueue(database.db, brand);
    answer = 410;
    await tick();
    expect(await enableSubscription(owner, key)).toEqual({ since: NOW, count: 1 });
  });

  it("replays a failed test, which is never offered as undelivered", async () => {
    answer = 500;
    await sendTestDelivery(owner, key);
    await tick();
    expect(await only()).toMatchObject({ status: "dead", type: "hub.test" });
    expect(await replayUndelivered(owner, { ...key, since: later(-1_000) })).toBe(0);
    expect(await replayFailedSince(owner, { ...key, since: later(-1_000) })).toBe(1);
    expect(await only()).toMatchObject({ status: "pending" });
  });

  it("replays nothing delivered, and nothing while off", async () => {
    await enqueue(database.db, brand);
    await tick();
    expect(await replayFailedSince(owner, { ...key, since: later(-1_000) })).toBe(0);
    await disableSubscription(owner, key);
    await expect(replayFailedSince(owner, { ...key, since: NOW })).rejects.toThrow(BadRequest);
  });

  it("requires an owner or admin", async () => {
    for (const verb of [enableSubscription, disableSubscription]) {
      await expect(verb(editor, key)).rejects.toThrow(Forbidden);
      await expect(verb(nonMember, key)).rejects.toThrow(NotFound);
      await expect(verb(owner, { ...key, toolSlug: "unknown" })).rejects.toThrow(NotFound);
    }
    await expect(replayFailedSince(editor, { ...key, since: NOW })).rejects.toThrow(Forbidden);
  });
});

describe("a test delivery", () => {
  it("is signed and sent like any other", async () => {
    const { id } = await sendTestDelivery(owner, key);
    expect(await tick()).toEqual({ processed: 1, failed: 0 });
    const [request] = receiver.received;
    expect(JSON.parse(request?.body.toString() ?? "")).toEqual({
      id,
      type: "hub.test",
      occurred_at: NOW.toISOString(),
      brand_id: brand.id,
    });
    expect(request?.headers["x-hub-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(await actions()).toEqual(["delivery.tested"]);
  });

  it("can carry the current version, marked as a test", async () => {
    const { id } = await sendTestDelivery(owner, { ...key, sample: "identity.updated" });
    expect(await tick()).toEqual({ processed: 1, failed: 0 });
    const [request] = receiver.received;
    const body = request?.body ?? Buffer.of();
    const said = parseWebhook(body);
    expect(said).toEqual({
      kind: "identity.updated",
      event: {
        id,
        type: "identity.updated",
        occurred_at: NOW.toISOString(),
        brand_id: brand.id,
        brand_slug: brand.slug,
        identity_version: 1,
        previous_version: 0,
        changed: ["brand"],
        test: true,
      },
    });
    expect(frozenKit.IdentityUpdated.safeParse(JSON.parse(body.toString())).success).toBe(true);
    expect(request?.headers["x-hub-event"]).toBe("identity.updated");
    const { headers } = await getDelivery(owner, { brandId: brand.id, deliveryId: id });
    expect(headers).toContainEqual({ name: "X-Hub-Event", value: "identity.updated" });
  });

  it("is never offered as undelivered and not retried", async () => {
    answer = 500;
    await sendTestDelivery(owner, { ...key, sample: "identity.updated" });
    await tick();
    expect(await only()).toMatchObject({ status: "dead", attempts: 1 });
    await disableSubscription(owner, key);
    expect(await enableSubscription(owner, key)).toBeNull();
  });

  it("returns its result once answered", async () => {
    const { id } = await sendTestDelivery(owner, key);
    const input = { brandId: brand.id, deliveryId: id };
    expect(await awaitTest(owner, { ...input, withinMs: 0 })).toMatchObject({ delivered: false, attempt: null });
    const waiting = awaitTest(owner, input);
    await tick();
    expect(await waiting).toMatchObject({ deliveryId: id, delivered: true, attempt: { statusCode: 200 }, pause: null });
    await expect(awaitTest(editor, input)).rejects.toThrow(Forbidden);
    await expect(awaitTest(nonMember, input)).rejects.toThrow(NotFound);
  });

  it("returns at once if the tool is paused", async () => {
    await database.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, key.toolSlug));
    const { id } = await sendTestDelivery(owner, key);
    const outcome = await awaitTest(owner, { brandId: brand.id, deliveryId: id });
    expect(outcome).toMatchObject({ delivered: false, attempt: null, pause: "tool_disabled" });
  });

  it("is attempted once", async () => {
    answer = 500;
    await sendTestDelivery(owner, key);
    await tick();
    expect(await only()).toMatchObject({ status: "dead", attempts: 1 });
  });

  it("is refused while the subscription is off, and to editors", async () => {
    await expect(sendTestDelivery(editor, key)).rejects.toThrow(Forbidden);
    await disableSubscription(owner, key);
    await expect(sendTestDelivery(owner, key)).rejects.toThrow(BadRequest);
    expect(await deliveriesOf(database.db, brand.id)).toEqual([]);
  });
});

describe("the list of deliveries", () => {
  const list = (query: Partial<Parameters<typeof listDeliveries>[1]> = {}, ctx = owner) =>
    listDeliveries(ctx, { brandId: brand.id, ...query });

  it("returns every delivery once, newest first, over all pages", async () => {
    await enqueue(database.db, brand, 7);
    const all = (await deliveriesOf(database.db, brand.id)).map(({ id }) => id).reverse();
    const seen: string[] = [];
    let after: string | null = null;
    let pages = 0;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 3, after });
      seen.push(...page.entries.map(({ id }) => id));
      after = page.next;
      pages += 1;
    } while (after);
    expect(seen).toEqual(all);
    expect(pages).toBe(3);
  });

  it("separates deliveries of the same time", async () => {
    await enqueue(database.db, brand);
    await enqueue(database.db, brand);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, after: first.next });
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(2);
    expect(second.next).toBeNull();
  });

  it("filters by status, tool, time and words", async () => {
    const other = await subscribe(database.db, receiver.url, { brand });
    await enqueue(database.db, brand, 2);
    await database.db
      .update(table)
      .set({ status: "delivered", finishedAt: NOW })
      .where(eq(table.toolSlug, other.toolSlug));
    const count = async (query: Parameters<typeof list>[0]) => (await list(query)).entries.length;
    expect(await count({})).toBe(4);
    expect(await count({ status: "pending" })).toBe(2);
    expect(await count({ status: "retrying" })).toBe(0);
    await database.db.update(table).set({ attempts: 1 });
    expect(await count({ status: "retrying" })).toBe(2);
    expect(await count({ toolSlug: other.toolSlug })).toBe(2);
    expect(await count({ from: NOW })).toBe(2);
    expect(await count({ until: NOW })).toBe(2);
    expect(await count({ search: "identity" })).toBe(4);
    expect(await count({ search: "identity_" })).toBe(0);
    expect(await count({ search: other.toolSlug.toUpperCase() })).toBe(2);
    expect(await count({ search: (await only()).id })).toBe(1);
    expect(await count({ search: newId() })).toBe(0);
  });

  it("shows what is being sent and why something waits", async () => {
    await enqueue(database.db, brand);
    await claimDueDeliveries(systemContext(database.db), { tools: [{ slug: key.toolSlug, free: 1 }], limit: 1 });
    const now = async (ctx = owner) => (await list({}, ctx)).entries[0];
    expect(await now()).toMatchObject({ sending: true, pause: null });
    expect(await now(withWebhookSecrets(owner))).toMatchObject({ pause: "no_secret" });
    await database.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, key.toolSlug));
    expect(await now()).toMatchObject({ pause: "tool_disabled" });
    expect((await list({}, { ...owner, now: later(30_000) })).entries[0]).toMatchObject({ sending: false });
  });

  it("is open to every member, and to nobody else", async () => {
    await enqueue(database.db, brand);
    expect((await list({}, editor)).entries).toHaveLength(1);
    await expect(list({}, nonMember)).rejects.toThrow(NotFound);
  });

  it.each(["nonsense", Buffer.from("2026-13-41T00:00:00.000Z x").toString("base64url"), "%00"])(
    "refuses the cursor %j",
    async (after) => {
      await expect(list({ after })).rejects.toThrow(BadRequest);
    },
  );

  it("returns 400 for input that the database can't store", async () => {
    await expect(list({ toolSlug: "a\0b" })).rejects.toThrow(BadRequest);
  });
});

describe("one delivery", () => {
  it("includes its body and every attempt", async () => {
    await enqueue(database.db, brand);
    answer = 503;
    await tick();
    answer = 200;
    await tick(later(120_000));
    const { id, body } = await only();
    const details = await getDelivery(owner, { brandId: brand.id, deliveryId: id });
    expect(details).toMatchObject({ id, body, status: "delivered", attempts: 2, webhookUrl: receiver.url });
    expect(details.attemptLog).toMatchObject([
      { attempt: 1, statusCode: 503 },
      { attempt: 2, statusCode: 200 },
    ]);
  });

  it("requires manage", async () => {
    await enqueue(database.db, brand);
    await tick();
    const input = { brandId: brand.id, deliveryId: (await only()).id };
    await expect(getDelivery(editor, input)).rejects.toThrow(Forbidden);
  });

  it("of another brand returns 404", async () => {
    await enqueue(database.db, brand);
    const deliveryId = (await only()).id;
    const userId = nonMember.actor.kind === "user" ? nonMember.actor.userId : "";
    const own = await createBrandFixture(database.db, { members: { [userId]: "owner" } });
    for (const input of [
      { brandId: own.id, deliveryId },
      { brandId: own.id, deliveryId: newId() },
      { brandId: own.id, deliveryId: "nonsense" },
      { brandId: brand.id, deliveryId },
    ]) {
      await expect(getDelivery(nonMember, input)).rejects.toThrow(NotFound);
    }
  });
});
