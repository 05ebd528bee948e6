import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { auditEntries, subscriptions, childContextDeliveries as table } from "@/db/schema";
import type { AuditAction } from "@/lib/access";
import type { DeliveryFilter } from "@/lib/integrations";
import {
  countDeliveries,
  countReplayable,
  exportDeliveries,
  getDelivery,
  getEvent,
  ingestEvents,
  listDeliveries,
  listEvents,
  replayDelivery,
  replayFailedSince,
  replayMatching,
  replayUndelivered,
  sendTestDelivery,
} from "@/lib/integrations/server";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  toolContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { createTestClock, deliveriesOf, enqueue, runTick, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const later = (ms: number) => new Date(NOW.getTime() + ms);

let database: OpenDatabase;
let receiver: Receiver;
let answer = 200;
let owner: Ctx;
let editor: Ctx;
let stranger: Ctx;
let brand: { id: string; slug: string };
let toolSlug: string;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

beforeEach(async () => {
  const { db } = database;
  answer = 200;
  await db.delete(table);
  const [one, two, three] = [await createUser(db), await createUser(db), await createUser(db)];
  owner = withWebhookSecrets(context(db, actingUser(one), later(60_000)), SECRET);
  editor = context(db, actingUser(two), later(60_000));
  stranger = context(db, actingUser(three), later(60_000));
  brand = await createBrandFixture(db, { members: { [one.id]: "owner", [two.id]: "editor" } });
  ({ toolSlug } = await subscribe(db, receiver.url, { brand }));
});

const query = (filter: DeliveryFilter = {}) => ({ brandId: brand.id, ...filter });
const tick = (now = NOW) => runTick(database.db, createTestClock(now).clock);
const entries = async (action: AuditAction = "delivery.many_replayed") =>
  database.db
    .select({ action: auditEntries.action, label: auditEntries.targetLabel })
    .from(auditEntries)
    .where(and(eq(auditEntries.brandId, brand.id), eq(auditEntries.action, action)))
    .orderBy(auditEntries.id);

/** Records finished deliveries of the first tool, a second apart. */
const finished = (count: number, status: "dead" | "delivered") =>
  database.db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, status, reason, attempts, due_at, created_at, finished_at)
    select gen_random_uuid(), ${brand.id}::uuid, ${toolSlug}, 'identity.updated', '{}', ${status}, 'Given up.', 18, at, at, at
    from generate_series(1, ${count}::int) n, lateral (select ${NOW.toISOString()}::timestamptz - n * interval '1 second' as at) moments`);

describe("the list of deliveries", () => {
  it("pages to the oldest and back to the newest", async () => {
    await enqueue(database.db, brand, 5);
    const first = await listDeliveries(owner, { ...query(), limit: 2 });
    const second = await listDeliveries(owner, { ...query(), limit: 2, after: first.next });
    const third = await listDeliveries(owner, { ...query(), limit: 2, after: second.next });
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(await listDeliveries(owner, { ...query(), limit: 2, before: third.previous })).toEqual(second);
    expect(await listDeliveries(owner, { ...query(), limit: 2, before: second.previous })).toEqual({
      ...first,
      previous: null,
    });
    await expect(listDeliveries(owner, { ...query(), before: "x" })).rejects.toThrow(BadRequest);
  });

  it("counts attempts over replays", async () => {
    await enqueue(database.db, brand);
    await tick();
    const [delivered] = await deliveriesOf(database.db, brand.id);
    await replayDelivery(owner, { brandId: brand.id, deliveryId: delivered?.id ?? "" });
    const read = async () => (await listDeliveries(owner, query())).entries[0];
    expect(await read()).toMatchObject({ attempts: 0, allAttempts: 1 });
    await tick(later(60_000));
    expect(await read()).toMatchObject({ attempts: 1, allAttempts: 2 });
  });

  it("has totals by status for the rest of the filter", async () => {
    await enqueue(database.db, brand, 3);
    await finished(2, "dead");
    answer = 500;
    await tick();
    await finished(1, "delivered");
    await enqueue(database.db, brand);
    const totals = { all: 7, pending: 4, retrying: 3, delivered: 1, dead: 2, cancelled: 0, more: false };
    expect(await countDeliveries(owner, query({ status: "dead" }))).toEqual(totals);
    expect(await countDeliveries(editor, query({ toolSlug: "another" }))).toMatchObject({ all: 0 });
    await expect(countDeliveries(stranger, query())).rejects.toThrow(NotFound);
  });

  it("counts the newest 1,000 where there are more", async () => {
    await finished(1_050, "dead");
    expect(await countDeliveries(owner, query())).toMatchObject({ more: true, dead: 1_001 });
  });

  it("exports with the same filter", async () => {
    await finished(230, "dead");
    await enqueue(database.db, brand);
    const read = async (format: "csv" | "jsonl", reader = editor) => {
      let text = "";
      for await (const piece of exportDeliveries(reader, { ...query({ status: "dead" }), format })) text += piece;
      return text;
    };
    const [head, ...lines] = (await read("csv")).trimEnd().split("\r\n");
    expect(head).toBe("id,type,tool,status,reason,attempts,recorded,finished,event_id");
    expect(lines).toHaveLength(230);
    expect(new Set(lines).size).toBe(230);
    expect(lines[0]).toContain(`"identity.updated","${toolSlug}","dead","Given up."`);
    const objects = (await read("jsonl")).trimEnd().split("\n");
    expect(objects.map((line) => JSON.parse(line).status)).toEqual(Array.from({ length: 230 }, () => "dead"));
    await expect(read("csv", stranger)).rejects.toThrow(NotFound);
  });
});

describe("replaying filtered deliveries", () => {
  it("replays all of them in batches, each with an audit entry", async () => {
    await finished(1_100, "dead");
    await finished(3, "delivered");
    expect(await countReplayable(owner, query({ status: "dead" }))).toBe(1_100);
    expect(await replayMatching(owner, query({ status: "dead" }))).toBe(1_100);
    const states = (await deliveriesOf(database.db, brand.id)).map(({ status, attempts, reason }) => [
      status,
      attempts,
      status === "pending" ? reason : "",
    ]);
    expect(states.filter(([status]) => status === "pending")).toEqual(
      Array.from({ length: 1_100 }, () => ["pending", 0, null]),
    );
    expect(states.filter(([status]) => status === "delivered")).toHaveLength(3);
    expect((await entries()).map(({ label }) => label)).toEqual(
      [500, 500, 100].map((count) => `${count} to ${toolSlug}`),
    );
    expect(await countReplayable(owner, query({ status: "dead" }))).toBe(0);
  });

  it.each([
    ["replayFailedSince", replayFailedSince],
    ["replayUndelivered", replayUndelivered],
  ])("%s uses the same batches", async (_what, replay) => {
    await finished(1_100, "dead");
    await finished(3, "delivered");
    expect(await replay(owner, { brandId: brand.id, toolSlug, since: later(-1_050_000) })).toBe(1_050);
    const left = (await deliveriesOf(database.db, brand.id)).filter(({ status }) => status === "dead");
    expect(left).toHaveLength(50);
    expect((await entries("delivery.failed_replayed")).map(({ label }) => label)).toEqual(
      [500, 500, 50].map((count) => `${count} to ${toolSlug}`),
    );
  });

  it("stops at 10,000, oldest first", { tags: ["full"] }, async () => {
    await finished(10_020, "dead");
    expect(await countReplayable(owner, query())).toBe(10_001);
    expect(await replayMatching(owner, query())).toBe(10_000);
    const left = (await deliveriesOf(database.db, brand.id)).filter(({ status }) => status === "dead");
    expect(left.map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => later(-(20 - index) * 1_000)),
    );
  });

  it("sends nothing twice that was delivered in between", async () => {
    await finished(3, "delivered");
    expect(await replayMatching(owner, query())).toBe(3);
    await database.db.update(table).set({ status: "delivered", finishedAt: later(30_000), attempts: 1 });
    expect((await entries()).length).toBe(1);
    expect(await replayMatching({ ...owner, now: later(-3_600_000) }, query())).toBe(0);
  });

  it.each<[what: string, change: () => Promise<unknown>]>([
    [
      "a disabled subscription",
      () => database.db.update(subscriptions).set({ enabled: false, disabledReason: "x", disabledAt: NOW }),
    ],
    ["a deleted body", () => database.db.update(table).set({ bodyRemovedAt: NOW, body: "" })],
    ["a test", () => database.db.update(table).set({ type: "hub.test" })],
    [
      "a delivery before its first attempt",
      () => database.db.update(table).set({ status: "pending", attempts: 0, reason: null, finishedAt: null }),
    ],
    [
      "another brand's",
      async () => database.db.update(table).set({ brandId: (await createBrandFixture(database.db)).id }),
    ],
  ])("skips %s", async (_what, change) => {
    await finished(2, "dead");
    await change();
    expect(await countReplayable(owner, query())).toBe(0);
    expect(await replayMatching(owner, query())).toBe(0);
    expect(await entries()).toEqual([]);
  });

  it("requires manage", async () => {
    for (const verb of [countReplayable, replayMatching]) {
      await expect(verb(editor, query())).rejects.toThrow(Forbidden);
      await expect(verb(stranger, query())).rejects.toThrow(NotFound);
    }
  });
});

describe("an event and its deliveries", () => {
  it("link to each other and share a trace id", async () => {
    const { db } = database;
    const sender = await createTool(db);
    await entitle(db, brand.id, sender.slug);
    await db.execute(sql`update tools set event_patterns = '{asset.*}' where slug = ${toolSlug}`);
    const event = (trace_id: string) => ({
      brand_id: brand.id,
      type: "asset.approved",
      occurred_at: NOW.toISOString(),
      idempotency_key: newId(),
      trace_id,
      payload: {},
    });
    await ingestEvents(toolContext(db, sender.slug), {
      events: [event("trace-a"), event("trace-b"), event("trace-a")],
    });
    await enqueue(db, brand);
    const ofTrace = await listDeliveries(owner, query({ traceId: "trace-a" }));
    expect(ofTrace.entries).toHaveLength(2);
    const [first] = (await listEvents(owner, { brandId: brand.id, traceId: "trace-b" })).entries;
    const ofEvent = await listDeliveries(owner, query({ eventId: first?.id }));
    expect(ofEvent.entries.map(({ eventId }) => eventId)).toEqual([first?.id]);
    const delivery = await getDelivery(owner, { brandId: brand.id, deliveryId: ofEvent.entries[0]?.id ?? "" });
    expect(delivery.event).toEqual({ id: first?.id, traceId: "trace-b" });
    expect((await getEvent(owner, { brandId: brand.id, eventId: first?.id ?? "" })).traceId).toBe("trace-b");
    await db.execute(sql`delete from events where id = ${first?.id}`);
    expect((await getDelivery(owner, { brandId: brand.id, deliveryId: delivery.id })).event).toBeNull();
    expect((await listDeliveries(owner, query({ traceId: "trace-b" }))).entries).toEqual([]);
  });

  it("don't exist for a test", async () => {
    const { id } = await sendTestDelivery(owner, { brandId: brand.id, toolSlug });
    expect((await getDelivery(owner, { brandId: brand.id, deliveryId: id })).event).toBeNull();
  });
});
