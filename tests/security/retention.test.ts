import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { OpenDatabase } from "@/db/client";
import {
  auditCheckpoints,
  auditEntries,
  auditTombstones,
  childContextDeliveries as deliveries,
  deliveryAttempts,
  events,
  invitations,
  sessions,
  usageCounters,
} from "@/db/schema";
import { NO_RETENTION, type Retention } from "@/lib/access";
import {
  inviteMember,
  issueSession,
  listPeople,
  recordAudit,
  revokeAllSessions,
  runAuditTick,
  runRetentionTick,
  verifyAudit,
} from "@/lib/access/server";
import {
  getDelivery,
  getEvent,
  ingestEvents,
  listEvents,
  replayDelivery,
  replayFailedSince,
  runDispatchTick,
} from "@/lib/integrations/server";
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
  systemContext,
  toolContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { attemptsOf, deliveriesOf, enqueue, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const DAY_MS = 24 * 60 * 60_000;
const on = (day: number) => new Date(NOW.getTime() + day * DAY_MS);

let database: OpenDatabase;
let receiver: Receiver;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(200).end("an answer"));
});
afterAll(() => Promise.all([database.close(), receiver.close()]));
beforeEach(async () => {
  await database.close();
  database = await createTestDatabase();
});

const KEPT: Retention = { ...NO_RETENTION, addressesDays: 30, auditDays: 60, payloadsDays: 20 };
const hubOn = (day: number, retention: Retention = KEPT): Ctx => ({
  ...systemContext(database.db, on(day)),
  clock: async () => on(day),
  retention,
});
const as = (user: { id: string }, day = 0, clientIp = "192.0.2.7") =>
  context(database.db, actingUser(user), on(day), { clientIp });

/** Actions of one day, chained and signed that day. */
async function act(user: { id: string; name: string }, day: number, brandId: string | null = null) {
  const target = { kind: "user", id: user.id, label: user.name };
  await recordAudit(as(user, day), { brandId, action: "account.renamed", target });
  await runAuditTick(hubOn(day));
}

describe("IP addresses", () => {
  it("are erased from the audit log after their retention period, and the log verifies", async () => {
    const { db } = database;
    const user = await createUser(db);
    const brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
    for (const day of [0, 5, 20]) await act(user, day, day === 5 ? brand.id : null);
    const addresses = async () =>
      (
        await db.select().from(auditEntries).where(eq(auditEntries.actorId, user.id)).orderBy(auditEntries.createdAt)
      ).map(({ clientIp }) => clientIp);
    await runRetentionTick(hubOn(29.9));
    expect(await addresses()).toEqual(["192.0.2.7", "192.0.2.7", "192.0.2.7"]);
    await runRetentionTick(hubOn(40));
    await runRetentionTick(hubOn(40.1));
    expect(await addresses()).toEqual([null, null, "192.0.2.7"]);
    expect(await db.select().from(auditTombstones)).toMatchObject([{ kind: "erasure", reason: expect.any(String) }]);
    await runAuditTick(hubOn(41));
    expect(await verifyAudit(hubOn(41))).toMatchObject({ erased: 2, waiting: 0, problems: [] });
  });

  it("are erased with ended sessions, which keep only the time of the last visit", async () => {
    const { db } = database;
    const user = await createUser(db);
    for (const day of [0, 1, 2]) {
      const source = { kind: "browser" } as const;
      await issueSession(as(user, day), { userId: user.id, source, userAgent: "Canary/1.0" });
    }
    await revokeAllSessions(as(user, 3));
    await issueSession(as(user, 25), { userId: user.id, source: { kind: "token", name: "x", scopes: ["read"] } });
    await runRetentionTick(hubOn(32));
    expect(await db.$count(sessions)).toBe(4);
    await runRetentionTick(hubOn(34));
    expect(await db.select().from(sessions)).toMatchObject([{ kind: "token", clientIp: "192.0.2.7" }]);
    await runRetentionTick(hubOn(100));
    expect(await db.select().from(sessions)).toMatchObject([{ kind: "token", clientIp: null, userAgent: null }]);
    const admin = context(db, actingUser(await createUser(db, { hubAdmin: true })), on(100));
    const seen = (await listPeople(admin, {})).entries.find(({ id }) => id === user.id)?.lastSeenAt;
    expect(seen).toEqual(on(25));
  });

  it("and emails of invitations are erased once these close", async () => {
    const { db } = database;
    const user = await createUser(db);
    const brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
    await inviteMember(as(user), { brandId: brand.id, email: "first@example.com", role: "viewer" });
    await inviteMember(as(user, 30), { brandId: brand.id, email: "second@example.com", role: "viewer" });
    await runRetentionTick(hubOn(36));
    expect(await db.$count(invitations)).toBe(2);
    await runRetentionTick(hubOn(38));
    expect(await db.select().from(invitations)).toMatchObject([{ email: "second@example.com" }]);
  });
});

describe("payloads", () => {
  async function sent() {
    const { db } = database;
    const owner = await createUser(db);
    const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
    const tool = await createTool(db);
    const { toolSlug } = await subscribe(db, receiver.url, { brand });
    await entitle(db, brand.id, tool.slug);
    await enqueue(db, brand);
    await runDispatchTick(withWebhookSecrets(hubOn(0), SECRET));
    const event = { brand_id: brand.id, type: "asset.made", occurred_at: NOW.toISOString(), idempotency_key: "k" };
    await ingestEvents(toolContext(db, tool.slug), { events: [{ ...event, payload: { secret: "canary" } }] });
    const [delivery] = await deliveriesOf(db, brand.id);
    return { owner, brand, tool, toolSlug, event, deliveryId: delivery?.id ?? "" };
  }

  it("and responses are erased after their retention period, while time and status stay", async () => {
    const { owner, brand, deliveryId } = await sent();
    await runRetentionTick(hubOn(19.9));
    expect((await getDelivery(as(owner), { brandId: brand.id, deliveryId })).body).not.toBe("");
    await runRetentionTick(hubOn(20.1));
    const delivery = await getDelivery(as(owner), { brandId: brand.id, deliveryId });
    expect(delivery).toMatchObject({ body: "", bodyRemovedAt: on(20.1), status: "delivered", replayable: false });
    expect(await attemptsOf(database.db, deliveryId)).toMatchObject([{ statusCode: 200, responseExcerpt: "" }]);
    const [event] = (await listEvents(as(owner), { brandId: brand.id })).entries;
    const details = await getEvent(as(owner), { brandId: brand.id, eventId: event?.id ?? "" });
    expect(details).toEqual({ ...event, payload: null });
  });

  it("are erased without forgetting idempotency keys", async () => {
    const { brand, tool, event } = await sent();
    await runRetentionTick(hubOn(21));
    const again = { events: [{ ...event, payload: { secret: "canary" } }] };
    expect(await ingestEvents(toolContext(database.db, tool.slug, on(22)), again)).toEqual([{ deduped: true }]);
    const stored = await database.db.select().from(events).where(eq(events.brandId, brand.id));
    expect(stored).toMatchObject([{ duplicates: 1, payload: {} }]);
  });

  it("of pending deliveries stay, and erased ones are not sent again", async () => {
    const { owner, brand, toolSlug, deliveryId } = await sent();
    await enqueue(database.db, brand, 1, on(1));
    await runRetentionTick(hubOn(21));
    const rows = await deliveriesOf(database.db, brand.id);
    expect(rows.map(({ status, body }) => [status, body === ""])).toEqual([
      ["delivered", true],
      ["pending", false],
    ]);
    const replay = replayDelivery(as(owner, 21), { brandId: brand.id, deliveryId });
    await expect(replay).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("no longer stored"),
    });
    await database.db.update(deliveries).set({ status: "dead", reason: "x" }).where(eq(deliveries.id, deliveryId));
    expect(await replayFailedSince(as(owner, 21), { brandId: brand.id, toolSlug, since: on(-1) })).toBe(0);
  });
});

describe("audit entries", () => {
  it("are dropped after their retention period, up to a checkpoint, and the rest verifies", async () => {
    const { db } = database;
    const user = await createUser(db);
    for (const day of [0, 2, 4, 50]) await act(user, day);
    const held = (await db.select().from(auditCheckpoints)).map(({ token }) => token);
    await runRetentionTick(hubOn(63));
    await runAuditTick(hubOn(63));
    const kept = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user.id))
      .orderBy(auditEntries.createdAt);
    expect(kept.map(({ createdAt }) => createdAt)).toEqual([on(4), on(50)]);
    expect(await verifyAudit(hubOn(64), { external: held })).toMatchObject({ dropped: 2, problems: [] });
    await runRetentionTick(hubOn(200));
    await runAuditTick(hubOn(200));
    expect(await verifyAudit(hubOn(201), { external: held })).toMatchObject({ waiting: 0, problems: [] });
  });
});

describe("retention", () => {
  it("deletes finished events and deliveries when configured, and keeps pending ones", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, receiver.url);
    const idOn = (day: number) => v7({ msecs: on(day).getTime() });
    const eventOn = (day: number) => ({
      ...{
        id: idOn(day),
        brandId: brand.id,
        apiVersion: 1,
        toolSlug,
        type: "a.b",
        payload: {},
        idempotencyKey: `k${day}`,
      },
      ...{ occurredAt: on(day), receivedAt: on(day) },
    });
    await db.insert(events).values([0, 1, 30].map(eventOn));
    const deliveryOn = (day: number, status: "delivered" | "pending") => ({
      ...{ id: idOn(day), brandId: brand.id, toolSlug, type: "a.b", body: "{}", status, attempts: 1, dueAt: on(day) },
      ...{ createdAt: on(day), finishedAt: status === "pending" ? null : on(day) },
    });
    const [gone, ...stay] = [deliveryOn(0, "delivered"), deliveryOn(1, "pending"), deliveryOn(35, "delivered")];
    await db.insert(deliveries).values([gone, ...stay]);
    const attempt = { attempt: 1, startedAt: on(0), durationMs: 1, webhookUrl: receiver.url, statusCode: 200 };
    await db.insert(deliveryAttempts).values([gone, ...stay].map(({ id }) => ({ deliveryId: id, ...attempt })));
    await runRetentionTick(hubOn(40, { ...NO_RETENTION, eventsDays: 20 }));
    expect((await db.select().from(events)).map(({ idempotencyKey }) => idempotencyKey)).toEqual(["k30"]);
    expect(await db.$count(deliveries)).toBe(3);
    await runRetentionTick(hubOn(40, { ...NO_RETENTION, deliveriesDays: 20 }));
    const left = await db.select().from(deliveries).orderBy(deliveries.createdAt);
    expect(left.map(({ id }) => id)).toEqual(stay.map(({ id }) => id));
    expect(await db.$count(deliveryAttempts)).toBe(2);
  });

  it("deletes old usage counts only, in batches", async () => {
    const { db } = database;
    const brand = await createBrandFixture(db);
    const counted = (day: number, credential: string) => ({
      brandId: brand.id,
      credential,
      hour: on(day),
      requests: 1,
    });
    const old = Array.from({ length: 700 }, (_, place) => counted(0, `tool:t-${place}`));
    await db.insert(usageCounters).values([...old, counted(11, "tool:t-0")]);
    await runRetentionTick(hubOn(90, { ...NO_RETENTION, usageDays: 90 }));
    expect(await db.$count(usageCounters)).toBe(701);
    const { rows } = await runRetentionTick(hubOn(90.1, { ...NO_RETENTION, usageDays: 90 }));
    expect(rows).toBe(700);
    expect(await db.select().from(usageCounters)).toMatchObject([{ credential: "tool:t-0", hour: on(11) }]);
  });

  it("deletes nothing by default", async () => {
    const user = await createUser(database.db);
    await act(user, 0);
    await issueSession(as(user), { userId: user.id, source: { kind: "browser" }, userAgent: "Canary/1.0" });
    const counts = async () => [await database.db.$count(auditEntries), await database.db.$count(sessions)];
    const before = await counts();
    await runRetentionTick(hubOn(5_000, NO_RETENTION));
    expect(await counts()).toEqual(before);
    expect((await database.db.select().from(auditEntries))[0]?.clientIp).toBe("192.0.2.7");
  });

  it("resumes after a kill between two batches, and the audit log verifies in between", async () => {
    const { db } = database;
    const user = await createUser(db);
    const entry = { ...{ brandId: null, actorKind: "user" as const, actorId: user.id, actorLabel: "Ada" } };
    const target = { action: "account.renamed", targetKind: "user", targetId: user.id, targetLabel: "Ada" };
    const rows = Array.from({ length: 1_100 }, () => ({
      ...{ id: newId(), ...entry, ...target, clientIp: "192.0.2.9", createdAt: NOW },
    }));
    await db.insert(auditEntries).values(rows);
    await runAuditTick(hubOn(1));
    const left: number[] = [];
    for (let calls = 0; calls < 3; calls += 1) {
      let asked = 0;
      // Sessions, invitations and links find nothing, one batch of addresses commits, then the process dies.
      const clock = async () => on(asked++ < 5 ? 40 : 41);
      await runRetentionTick({ ...hubOn(40, { ...KEPT, auditDays: 0 }), clock });
      left.push(await db.$count(auditEntries, eq(auditEntries.clientIp, "192.0.2.9")));
      expect((await verifyAudit(hubOn(40))).problems).toEqual([]);
    }
    expect(left).toEqual([600, 100, 0]);
    expect(await db.$count(auditTombstones)).toBe(1);
  });

  describe("with more work than time", () => {
    const OLD = { ...NO_RETENTION, eventsDays: 20, deliveriesDays: 20 };
    const left = async () => [await database.db.$count(events), await database.db.$count(deliveries)];
    beforeEach(async () => {
      const { db } = database;
      const { brand, toolSlug } = await subscribe(db, receiver.url);
      const at = sql`${on(0).toISOString()}::timestamptz`;
      const id = sql`overlay(gen_random_uuid()::text placing left(${v7({ msecs: on(0).getTime() })}, 13) from 1)::uuid`;
      const of = sql`${id}, ${brand.id}::uuid, ${toolSlug}::text, 'a.b', '{}', ${at}, ${at}`;
      await db.execute(sql`
        insert into child_context_deliveries (id, brand_id, tool_slug, type, body, created_at, due_at, finished_at, status)
        select ${of}, ${at}, 'delivered' from generate_series(1, 1100)`);
      await db.execute(sql`
        insert into events (id, brand_id, tool_slug, type, payload, occurred_at, received_at, idempotency_key, api_version)
        select ${of}, 'k' || n, 1 from generate_series(1, 1100) n`);
    });

    it("alternates between chores, so none waits for another", async () => {
      let asked = 0;
      // At the start, and before each of four batches.
      const clock = async () => on(asked++ < 5 ? 40 : 41);
      await runRetentionTick({ ...hubOn(40, OLD), clock });
      expect(await left()).toEqual([100, 100]);
    });

    it("starts no batch after shutdown began", async () => {
      const stop = new AbortController();
      let asked = 0;
      const clock = async () => {
        if (++asked === 3) stop.abort();
        return on(40);
      };
      expect(await runRetentionTick({ ...hubOn(40, OLD), clock, stopping: stop.signal })).toEqual({ rows: 500 });
      expect(await left()).toEqual([600, 1_100]);
    });

    it("does not sleep past shutdown", async () => {
      const stop = new AbortController();
      let readings = 0;
      // Pretends that each batch took minutes.
      const watch = vi.spyOn(performance, "now").mockImplementation(() => ++readings * 600_000);
      onTestFinished(() => watch.mockRestore());
      const ticking = runRetentionTick({ ...hubOn(40, OLD), stopping: stop.signal });
      await vi.waitFor(async () => expect(await left()).toEqual([600, 1_100]), { timeout: 60_000 });
      stop.abort();
      expect(await ticking).toEqual({ rows: 500 });
    });
  });

  it("runs the other chores when one fails", async () => {
    const { db } = database;
    const user = await createUser(db);
    await act(user, 0);
    await issueSession(as(user), { userId: user.id, source: { kind: "browser" }, userAgent: "Canary/1.0" });
    await revokeAllSessions(as(user, 1));
    await db.execute(
      sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await db.execute(sql`create trigger fail before update on sessions for each row execute function fail()`);
    await runRetentionTick(hubOn(45));
    await db.execute(sql`drop function fail cascade`);
    expect(await db.$count(auditEntries, eq(auditEntries.clientIp, "192.0.2.7"))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.clientIp, "192.0.2.7"))).toBe(1);
  });
});
