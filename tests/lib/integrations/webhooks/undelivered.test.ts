import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { auditEntries, childContextDeliveries as deliveries, subscriptions } from "@/db/schema";
import { listHubActivity } from "@/lib/access/server";
import type { Undelivered } from "@/lib/integrations";
import {
  disableSubscription,
  editTool,
  enableSubscription,
  grantEntitlement,
  listEndpoints,
  registerSubscription,
  replayUndelivered,
  revokeEntitlement,
} from "@/lib/integrations/server";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
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
import {
  createTestClock,
  deliveriesOf,
  enqueue,
  runTick,
  SECRET,
  subscribe,
  subscriptionOf,
} from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (ms: number) => new Date(NOW.getTime() + ms);

let database: OpenDatabase;
let receiver: Receiver;
let answer = 200;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

let brand: { id: string; slug: string };
let key: { brandId: string; toolSlug: string };
let owner: Ctx;
let admin: Ctx;
let editor: Ctx;
beforeEach(async () => {
  const { db } = database;
  answer = 200;
  const [one, two, three] = [await createUser(db), await createUser(db), await createUser(db, { hubAdmin: true })];
  owner = withWebhookSecrets(context(db, actingUser(one)), SECRET);
  editor = context(db, actingUser(two));
  admin = withWebhookSecrets(context(db, { ...actingUser(three), hubAdmin: true }), SECRET);
  brand = await createBrandFixture(db, { members: { [one.id]: "owner", [two.id]: "editor" } });
  const { slug } = await createTool(db, { defaultWebhookUrl: receiver.url });
  key = { brandId: brand.id, toolSlug: (await subscribe(db, receiver.url, { brand, toolSlug: slug })).toolSlug };
});

const publish = (ms: number, count = 1) => enqueue(database.db, brand, count, at(ms));
const tick = (ms: number, secrets?: string[]) =>
  runTick(database.db, createTestClock(at(ms)).clock, secrets && { secrets });
const turnOff = (ms: number) => disableSubscription({ ...owner, now: at(ms) }, key);
const turnOn = (ms: number) => enableSubscription({ ...owner, now: at(ms) }, key);
const endpoint = async () => {
  const [only] = await listEndpoints(owner, { brandId: brand.id });
  if (!only) throw new Error("there is no endpoint");
  return only;
};
const fails = async (ms: number, status = 500) => {
  answer = status;
  await tick(ms);
  answer = 200;
};

/** Replays the offer: all of it arrives and nothing is left. */
async function replayed(offer: Undelivered | null | undefined, ms: number): Promise<number> {
  if (!offer) return 0;
  const count = await replayUndelivered({ ...owner, now: at(ms) }, { ...key, since: offer.since });
  expect(await tick(ms)).toEqual({ processed: count, failed: 0 });
  expect((await endpoint()).undelivered).toBeNull();
  expect((await deliveriesOf(database.db, brand.id)).filter(({ status }) => status !== "delivered")).toEqual([]);
  return count;
}

/** After a success nothing is undelivered. */
async function succeed(ms: number) {
  await publish(ms);
  expect(await tick(ms)).toEqual({ processed: 1, failed: 0 });
}

describe("undelivered webhooks once a subscription is on again", () => {
  it.each<[title: string, undelivered: number, happens: () => Promise<Undelivered | null | undefined>]>([
    [
      "turned off by a person: pending deliveries and later publishes",
      3,
      async () => {
        await publish(1);
        await turnOff(2);
        await publish(3);
        await publish(4);
        return turnOn(5);
      },
    ],
    [
      "by a person, long after a pending delivery failed",
      2,
      async () => {
        await publish(1);
        await fails(2);
        await turnOff(2 * DAY);
        await publish(2 * DAY + 1);
        return turnOn(2 * DAY + 2);
      },
    ],
    [
      "by a person, with a success after a pending delivery failed",
      1,
      async () => {
        await publish(1);
        await fails(2);
        await succeed(10);
        await turnOff(MINUTE / 2);
        return turnOn(MINUTE);
      },
    ],
    [
      "by the hub after five days of failures: failed, pending and later ones",
      3,
      async () => {
        await publish(1);
        await fails(2);
        await publish(5 * DAY + 3);
        await fails(5 * DAY + 3);
        expect((await endpoint()).subscription?.enabled).toBe(false);
        await publish(6 * DAY);
        return turnOn(6 * DAY + 1);
      },
    ],
    [
      "by a 410: the refused one and the two pending ones",
      3,
      async () => {
        await publish(1, 3);
        await fails(2, 410);
        return turnOn(3);
      },
    ],
    [
      "by a 410, then by a person, which changes nothing",
      2,
      async () => {
        await publish(1);
        await fails(2, 410);
        expect(await turnOff(3)).toBe(false);
        await publish(4);
        return turnOn(5);
      },
    ],
    [
      "turned off twice without a replay in between",
      2,
      async () => {
        await publish(1);
        await turnOff(2);
        expect(await turnOn(3)).toMatchObject({ count: 1 });
        await publish(4);
        await turnOff(5);
        return turnOn(6);
      },
    ],
    [
      "deliveries dead before the turn-off",
      2,
      async () => {
        await publish(1);
        await database.db
          .update(deliveries)
          .set({ status: "dead", reason: "All 18 attempts failed.", attempts: 18, finishedAt: at(2) })
          .where(and(eq(deliveries.brandId, brand.id), eq(deliveries.status, "pending")));
        await publish(DAY);
        await turnOff(2 * DAY);
        return turnOn(3 * DAY);
      },
    ],
    [
      "the tool's URL changed while it was off",
      2,
      async () => {
        await publish(1);
        await fails(2, 410);
        await editTool(admin, { slug: key.toolSlug, defaultWebhookUrl: "https://moved.example.com/hooks" });
        await publish(3);
        const offer = await turnOn(4);
        await database.db
          .update(subscriptions)
          .set({ webhookUrl: receiver.url })
          .where(eq(subscriptions.brandId, brand.id));
        return offer;
      },
    ],
    [
      "the tool disabled and enabled: nothing is cancelled or offered",
      0,
      async () => {
        await editTool(admin, { slug: key.toolSlug, status: "disabled" });
        await publish(1);
        expect(await tick(2)).toEqual({ processed: 0, failed: 0 });
        await editTool(admin, { slug: key.toolSlug, status: "active" });
        expect(await tick(3)).toEqual({ processed: 1, failed: 0 });
        await turnOff(4);
        return turnOn(5);
      },
    ],
    [
      "the tool disabled and the subscription off",
      1,
      async () => {
        await editTool(admin, { slug: key.toolSlug, status: "disabled" });
        await publish(1);
        await turnOff(2);
        await editTool(admin, { slug: key.toolSlug, status: "active" });
        return turnOn(3);
      },
    ],
    [
      "without a secret: paused deliveries are cancelled too",
      2,
      async () => {
        await publish(1);
        expect(await tick(2, [])).toEqual({ processed: 0, failed: 0 });
        await turnOff(3);
        await publish(4);
        return turnOn(5);
      },
    ],
    [
      "without a secret but with the subscription on: sent later",
      0,
      async () => {
        await publish(1);
        expect(await tick(2, [])).toEqual({ processed: 0, failed: 0 });
        expect(await tick(3)).toEqual({ processed: 1, failed: 0 });
        await turnOff(4);
        return turnOn(5);
      },
    ],
    [
      "access revoked and granted again",
      2,
      async () => {
        await publish(1);
        await revokeEntitlement({ ...admin, now: at(2) }, key);
        expect((await deliveriesOf(database.db, brand.id)).at(-1)?.status).toBe("cancelled");
        await grantEntitlement({ ...admin, now: at(3) }, key);
        await publish(4);
        await turnOff(5);
        return turnOn(6);
      },
    ],
    [
      "nothing published while it was off",
      0,
      async () => {
        await turnOff(1);
        return turnOn(2);
      },
    ],
  ])("%s", async (_title, undelivered, happens) => {
    await succeed(-MINUTE);
    const offer = await happens();
    expect(offer?.count ?? 0).toBe(undelivered);
    expect(await replayed(offer, 10 * DAY)).toBe(undelivered);
  });

  it("are the same for a tool without any success", async () => {
    await publish(1, 2);
    await fails(2, 410);
    expect(await replayed(await turnOn(3), 4)).toBe(2);
  });

  it("don't include those before a later success", async () => {
    await publish(1);
    await turnOff(2);
    await turnOn(3);
    await succeed(4);
    await publish(5);
    await turnOff(6);
    expect(await turnOn(7)).toMatchObject({ count: 1, since: at(6) });
  });

  it("aren't hidden by a success in flight while the subscription went off", async () => {
    await succeed(-MINUTE);
    await publish(1, 2);
    const [, second] = await deliveriesOf(database.db, brand.id);
    await turnOff(2);
    await database.db
      .update(deliveries)
      .set({ status: "delivered", reason: null, finishedAt: at(MINUTE) })
      .where(eq(deliveries.id, second?.id ?? ""));
    expect(await turnOn(2 * MINUTE)).toMatchObject({ count: 1 });
  });

  it("omit tests and deliveries without a body", async () => {
    await publish(1, 2);
    const [first] = await deliveriesOf(database.db, brand.id);
    await turnOff(2);
    await database.db
      .update(deliveries)
      .set({ type: "hub.test" })
      .where(eq(deliveries.id, first?.id ?? ""));
    await database.db
      .update(deliveries)
      .set({ body: "", bodyRemovedAt: at(3) })
      .where(and(eq(deliveries.brandId, brand.id), eq(deliveries.type, "identity.updated")));
    expect(await turnOn(4)).toBeNull();
  });

  it("stay on the endpoint until replayed", async () => {
    await publish(1);
    await fails(2, 410);
    await registerSubscription({ ...systemContext(database.db), now: at(3) }, { ...key, webhookUrl: receiver.url });
    const { subscription, undelivered } = await endpoint();
    expect(subscription?.enabled).toBe(true);
    expect(undelivered).toEqual({ since: at(2), count: 1 });
    expect(await replayed(undelivered, 4)).toBe(1);
  });

  it("can be replayed by owners and admins once the subscription is on", async () => {
    await publish(1);
    await turnOff(2);
    const input = { ...key, since: at(0) };
    await expect(replayUndelivered(owner, input)).rejects.toThrow(BadRequest);
    await expect(replayUndelivered(editor, input)).rejects.toThrow(Forbidden);
  });
});

describe("turning off by the hub", () => {
  it("writes audit entries by the hub in both logs", async () => {
    await publish(1);
    await fails(2, 410);
    const acts = { actorKind: "system", actorLabel: "Brand Identity Hub", action: "subscription.disabled" };
    expect(await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id))).toMatchObject([
      { ...acts, targetLabel: key.toolSlug },
    ]);
    const { entries } = await listHubActivity(admin, { limit: 100 });
    expect(entries.filter(({ targetId }) => targetId === key.toolSlug)).toMatchObject([
      { ...acts, targetId: key.toolSlug, targetLabel: expect.stringContaining(" for ") },
    ]);
    expect(await subscriptionOf(database.db, brand.id)).toMatchObject({ enabled: false });
  });
});
