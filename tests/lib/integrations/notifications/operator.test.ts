import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { brands, notices, operatorNotices, subscriptions, users } from "@/db/schema";
import { changeRole } from "@/lib/access/server";
import { runNoticeTick } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createTool, createUser, NOW, SYSTEM } from "@/tests/support/fixtures";
import { subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const at = (ms: number) => new Date(NOW.getTime() + ms);

let database: OpenDatabase;
let receiver: Receiver;
let answer = 200;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

let toolSlug: string;
beforeEach(async () => {
  const { db } = database;
  answer = 200;
  receiver.received.length = 0;
  await db.delete(notices);
  await db.delete(operatorNotices);
  await db.delete(subscriptions);
  await db.update(users).set({ hubAdmin: false });
  await db.update(brands).set({ archivedAt: NOW });
  toolSlug = (await createTool(db, { name: "Print Room" })).slug;
});

async function failing(count: number, since = NOW) {
  for (let index = 0; index < count; index += 1) {
    const { brand } = await subscribe(database.db, "https://tool.example.com/hooks?token=secret", { toolSlug });
    await database.db.update(subscriptions).set({ failingSince: since }).where(eq(subscriptions.brandId, brand.id));
  }
}
const tick = (ms: number, overrides: Partial<Ctx> = {}) =>
  runNoticeTick({
    ...context(database.db, SYSTEM),
    clock: async () => at(ms),
    operatorWebhook: { url: receiver.url, secrets: [SECRET] },
    ...overrides,
  });
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body.toString()));

describe("the operator's webhook", () => {
  it("gets one signed message per endpoint with its brands", async () => {
    await failing(3);
    await tick(HOUR);
    await tick(HOUR + MINUTE);
    expect(bodies()).toEqual([
      {
        id: expect.any(String),
        type: "hub.notice",
        occurred_at: at(HOUR).toISOString(),
        kind: "endpoint_failing",
        tool_slug: toolSlug,
        host: "tool.example.com",
        brand_count: 3,
        brands: expect.any(Array),
        text: expect.stringContaining("Print Room (tool.example.com) hasn’t accepted a webhook for at least an hour."),
      },
    ]);
    const [request] = receiver.received;
    if (!request) throw new Error("nothing arrived");
    expect(request.headers["x-hub-event"]).toBe("hub.notice");
    expect(request.body.toString()).not.toContain("token=secret");
    // The library compares the signature's time with the real clock.
    const [timestamp, signature] = [request.headers["webhook-timestamp"], request.headers["webhook-signature"]];
    const sent = new Date(Number(timestamp) * 1000);
    const expected = new Webhook(SECRET).sign(String(request.headers["webhook-id"]), sent, request.body.toString());
    expect(signature).toBe(expected);
  });

  it("gets later brands after a day, and nothing if there are none", async () => {
    await failing(120);
    await tick(HOUR);
    await failing(2, at(HOUR));
    await tick(3 * HOUR);
    expect(bodies()).toHaveLength(1);
    await tick(HOUR + DAY);
    expect(bodies().map(({ brand_count, brands: named }) => [brand_count, named.length])).toEqual([
      [120, 100],
      [2, 2],
    ]);
    await tick(3 * DAY);
    expect(bodies()).toHaveLength(2);
  });

  it("gets retries under the same id for a day and a half", async () => {
    answer = 500;
    await failing(1);
    await tick(HOUR);
    await tick(HOUR + 30_000);
    expect(receiver.received).toHaveLength(1);
    await tick(HOUR + 2 * MINUTE);
    answer = 200;
    await tick(2 * HOUR);
    await tick(3 * HOUR);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers["x-hub-attempt"])).toEqual(["1", "2", "3"]);
    expect(await database.db.select().from(operatorNotices)).toMatchObject([{ status: "delivered", attempts: 3 }]);

    await database.db.update(operatorNotices).set({ status: "pending", finishedAt: null, attempts: 11, dueAt: NOW });
    answer = 500;
    await tick(DAY);
    expect(await database.db.select().from(operatorNotices)).toMatchObject([{ status: "dead", attempts: 12 }]);
  });

  it("gets no retry after an unrecorded last attempt", async () => {
    answer = 500;
    await failing(1);
    await tick(HOUR);
    const lease = { leaseToken: newId(), leaseUntil: at(DAY) };
    await database.db.update(operatorNotices).set({ ...lease, attempts: 12, dueAt: NOW });
    await tick(2 * DAY);
    expect(receiver.received).toHaveLength(1);
    expect(await database.db.select().from(operatorNotices)).toMatchObject([{ status: "dead", leaseToken: null }]);
  });

  it("gets no person's name", async () => {
    const { db } = database;
    const [owner, editor] = [await createUser(db, { name: "Olga Owner" }), await createUser(db, { name: "Edi Tor" })];
    const brand = await createBrandFixture(db, {
      name: "Slow Ferry",
      members: { [owner.id]: "owner", [editor.id]: "editor" },
    });
    await changeRole(context(db, actingUser(owner)), { brandId: brand.id, userId: editor.id, role: "admin" });
    await tick(0);
    expect(bodies()).toMatchObject([
      { kind: "new_manager", tool_slug: null, host: null, text: "Slow Ferry has a new owner or admin." },
    ]);
    expect(receiver.received[0]?.body.toString()).not.toMatch(/Olga|Edi/);
  });

  it("can't use an address that webhooks can't use", async () => {
    await failing(1);
    await tick(HOUR, { webhookPolicy: { allowLoopback: false } });
    expect(receiver.received).toEqual([]);
    expect(await database.db.select().from(operatorNotices)).toMatchObject([{ status: "pending", attempts: 1 }]);
  });

  it("gets and stores nothing if not configured", async () => {
    await failing(1);
    await tick(HOUR, { operatorWebhook: null });
    expect(await database.db.$count(operatorNotices)).toBe(0);
    expect(await database.db.$count(notices)).toBe(0);
  });
});
