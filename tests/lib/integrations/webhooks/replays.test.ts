import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { childContextDeliveries as table } from "@/db/schema";
import {
  getDelivery,
  replayDelivery,
  replayFailedSince,
  replayMatching,
  replayUndelivered,
  sendTestDelivery,
} from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, NOW, withWebhookSecrets } from "@/tests/support/fixtures";
import { createTestClock, deliveriesOf, enqueue, runTick, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const later = (ms: number) => new Date(NOW.getTime() + ms);
const LONG_AGO = later(-1_000);
let database: OpenDatabase;
let receiver: Receiver;
let answer = 200;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

let owner: Ctx;
let brand: { id: string; slug: string };
let key: { brandId: string; toolSlug: string };
beforeEach(async () => {
  const { db } = database;
  answer = 200;
  receiver.received.length = 0;
  await db.delete(table);
  const user = await createUser(db);
  owner = withWebhookSecrets(context(db, actingUser(user)), SECRET);
  brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
  key = { brandId: brand.id, toolSlug: (await subscribe(db, receiver.url, { brand })).toolSlug };
});

const tick = (now = NOW) => runTick(database.db, createTestClock(now).clock);
const only = async () => {
  const [delivery] = await deliveriesOf(database.db, brand.id);
  if (!delivery) throw new Error("there is no delivery");
  return delivery;
};
const headersOf = () => receiver.received.map(({ headers }) => headers["x-hub-replay"]);

const STATES = {
  delivered: { status: "delivered", attempts: 1, finishedAt: NOW },
  dead: { status: "dead", reason: "All 18 attempts failed.", attempts: 18, finishedAt: NOW },
  cancelled: { status: "cancelled", reason: "The subscription is off.", attempts: 0, finishedAt: NOW },
  "waits after a failure": { status: "pending", attempts: 3, dueAt: later(60_000) },
} as const;
type State = keyof typeof STATES;

const WAYS = {
  "one delivery": async (ctx: Ctx) => replayDelivery(ctx, { brandId: brand.id, deliveryId: (await only()).id }),
  "all that failed since a day": (ctx: Ctx) => replayFailedSince(ctx, { ...key, since: LONG_AGO }),
  "the list's filter": (ctx: Ctx) => replayMatching(ctx, { brandId: brand.id }),
  "what was missed": (ctx: Ctx) => replayUndelivered(ctx, { ...key, since: LONG_AGO }),
};
type Way = keyof typeof WAYS;

/** Expected replay count; null if skipped. */
const EXPECTED: Record<Way, Record<State, number | null>> = {
  "one delivery": { delivered: 1, dead: 1, cancelled: 1, "waits after a failure": 0 },
  "all that failed since a day": { delivered: null, dead: 1, cancelled: 1, "waits after a failure": 0 },
  "the list's filter": { delivered: 1, dead: 1, cancelled: 1, "waits after a failure": 0 },
  "what was missed": { delivered: null, dead: 1, cancelled: 1, "waits after a failure": null },
};
const ROWS = (Object.keys(EXPECTED) as Way[]).flatMap((way) =>
  (Object.keys(STATES) as State[]).map((state) => [way, state, EXPECTED[way][state]] as const),
);

describe("X-Hub-Replay", () => {
  it.each(ROWS)("by %s of a delivery that is %s: %s", async (way, state, expected) => {
    await enqueue(database.db, brand);
    await database.db.update(table).set(STATES[state]);
    const before = await only();
    await WAYS[way]({ ...owner, now: later(1_000) });
    if (expected === null) return expect(await only()).toEqual(before);
    expect(await only()).toMatchObject({ status: "pending", attempts: 0, replays: expected });

    expect(await tick(later(1_000))).toEqual({ processed: 1, failed: 0 });
    expect(headersOf()).toEqual([expected === 0 ? undefined : String(expected)]);
    expect(receiver.received[0]?.body.toString()).toBe(before.body);
  });

  it("stays the same for retries and grows with the next replay", async () => {
    await enqueue(database.db, brand);
    await tick();
    answer = 500;
    await WAYS["one delivery"]({ ...owner, now: later(1_000) });
    await tick(later(1_000));
    // A pending retry sent early is still the same replay.
    await WAYS["one delivery"]({ ...owner, now: later(2_000) });
    answer = 200;
    await tick(later(2_000));
    await WAYS["one delivery"]({ ...owner, now: later(3_000) });
    await tick(later(3_000));

    expect(headersOf()).toEqual([undefined, "1", "1", "2"]);
    expect(receiver.received.map(({ headers }) => headers["x-hub-attempt"])).toEqual(["1", "2", "3", "4"]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const { headers } = await getDelivery(owner, { brandId: brand.id, deliveryId: (await only()).id });
    expect(headers).toContainEqual({ name: "X-Hub-Replay", value: "2" });
  });

  it("is also set on a replayed test", async () => {
    const { id } = await sendTestDelivery(owner, key);
    await tick();
    const input = { brandId: brand.id, deliveryId: id };
    expect((await getDelivery(owner, input)).headers.map(({ name }) => name)).not.toContain("X-Hub-Replay");
    expect(await replayMatching(owner, { brandId: brand.id })).toBe(0);
    await replayDelivery(owner, input);
    await tick();
    expect(headersOf()).toEqual([undefined, "1"]);
  });
});
