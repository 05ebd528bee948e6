import { eq, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it, vi } from "vitest";
import { subscriptions } from "@/db/schema";
import { declared, IdentityUpdated, RelayedEvent } from "@/lib/contract";
import { cancelPendingDeliveries, enqueueIdentityUpdated, enqueueRelayedEvents } from "@/lib/integrations/server";
import { openTestDatabase } from "@/tests/support/database";
import { createBrandFixture, createTool, entitle, NOW, systemContext } from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, subscribe } from "@/tests/support/outbox";

const URL = "https://tool.example.com/hooks";
const database = openTestDatabase();

const turnOff = (brandId: string) =>
  database.db
    .update(subscriptions)
    .set({ enabled: false, disabledReason: "It was turned off by hand.", disabledAt: NOW })
    .where(eq(subscriptions.brandId, brandId));

describe("identity.updated", () => {
  it("is recorded once per subscription, due at once, with the contract's body and its id", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    const second = await subscribe(db, URL, { brand });
    const elsewhere = await subscribe(db, URL);
    await entitle(db, brand.id, (await createTool(db)).slug);

    const count = await enqueueIdentityUpdated(systemContext(db), {
      brandId: brand.id,
      brandSlug: "alder",
      version: 8,
      previousVersion: 7,
      digest: "0".repeat(64),
      changed: ["identity", "colors"],
    });

    expect(count).toBe(2);
    const rows = await deliveriesOf(db, brand.id);
    expect(rows.map((row) => row.toolSlug).sort()).toEqual([toolSlug, second.toolSlug].sort());
    for (const row of rows) {
      expect(row).toMatchObject({
        type: "identity.updated",
        status: "pending",
        attempts: 0,
        dueAt: NOW,
        createdAt: NOW,
      });
      const body = JSON.parse(row.body) as unknown;
      expect(declared(IdentityUpdated).parse(body)).toEqual(body);
      expect(body).toEqual({
        id: row.id,
        type: "identity.updated",
        occurred_at: "2026-03-14T09:26:53.589Z",
        brand_id: brand.id,
        brand_slug: "alder",
        identity_version: 8,
        previous_version: 7,
        digest: "0".repeat(64),
        changed: ["identity", "colors"],
      });
    }
    expect(await deliveriesOf(db, elsewhere.brand.id)).toEqual([]);
  });

  it("is recorded as cancelled with the reason while the subscription is off", async () => {
    const { db } = database;
    const { brand } = await subscribe(db, URL);
    await turnOff(brand.id);
    await enqueue(db, brand);
    expect(await deliveriesOf(db, brand.id)).toMatchObject([
      { status: "cancelled", reason: "The subscription is off: It was turned off by hand.", finishedAt: NOW },
    ]);
  });

  it("is rolled back with its transaction", async () => {
    const { db } = database;
    const { brand } = await subscribe(db, URL);
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, brand);
      throw new Error("publishing failed");
    });
    await expect(failing).rejects.toThrow("publishing failed");
    expect(await deliveriesOf(db, brand.id)).toEqual([]);
  });

  it("is due by the database's clock if the caller's runs ahead", async () => {
    const { db } = database;
    const { brand } = await subscribe(db, URL);
    const ahead = new Date("2999-01-01T00:00:00.000Z");
    await enqueue(db, brand, 1, ahead);
    const [row] = await deliveriesOf(db, brand.id);
    expect(row?.createdAt).toEqual(ahead);
    expect(row?.dueAt.getTime()).toBeLessThan(ahead.getTime());
  });
});

describe("relayed events", () => {
  const EVENT_ID = "018f4d2c-0000-7000-8000-000000000001";
  const relay = (brandId: string, ...toTools: string[]) => ({
    toTools,
    brandId,
    eventId: EVENT_ID,
    type: "asset.approved",
    occurredAt: "2026-03-14T09:00:00.000Z",
    sourceTool: "brand-studio",
    traceId: null,
    payload: { text: 'Ä "quoted" \u2028', nested: [1.5, null] },
  });

  it("keep the payload unchanged in the contract's form", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    expect(await enqueueRelayedEvents(systemContext(db), { relays: [relay(brand.id, toolSlug)] })).toBe(1);
    const [row] = await deliveriesOf(db, brand.id);
    expect(row?.eventId).toBe(EVENT_ID);
    const body = JSON.parse(row?.body ?? "") as unknown;
    expect(declared(RelayedEvent).parse(body)).toEqual(body);
    expect(body).toEqual({
      id: row?.id,
      type: "asset.approved",
      occurred_at: "2026-03-14T09:00:00.000Z",
      brand_id: brand.id,
      source_tool: "brand-studio",
      trace_id: null,
      payload: { text: 'Ä "quoted" \u2028', nested: [1.5, null] },
    });
    expect(row).toMatchObject({ type: "asset.approved", status: "pending" });
  });

  it("go to the database once for any number of tools", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    const toTools = [toolSlug];
    while (toTools.length < 3) toTools.push((await subscribe(db, URL, { brand })).toolSlug);
    const execute = vi.spyOn(db, "execute");
    expect(await enqueueRelayedEvents(systemContext(db), { relays: [relay(brand.id, ...toTools)] })).toBe(3);
    const sent = execute.mock.calls.map(([query]) => new PgDialect().sqlToQuery(query as SQL).params);
    execute.mockRestore();
    expect(JSON.stringify(sent).split("quoted")).toHaveLength(2);
    const bodies = (await deliveriesOf(db, brand.id)).map(({ id, body }) => [id, JSON.parse(body)]);
    for (const [id, body] of bodies) expect(body).toMatchObject({ id, payload: { nested: [1.5, null] } });
    expect(bodies).toHaveLength(3);
  });

  it("reach only subscribed tools, as cancelled if off", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, URL);
    const other = await createBrandFixture(db);
    await turnOff(brand.id);
    const relays = [relay(brand.id, toolSlug), relay(other.id, toolSlug), relay(brand.id, "unknown")];
    expect(await enqueueRelayedEvents(systemContext(db), { relays })).toBe(0);
    expect(await deliveriesOf(db, brand.id)).toMatchObject([{ status: "cancelled" }]);
  });
});

it("cancels pending deliveries of one tool or the whole brand only", async () => {
  const { db } = database;
  const { brand, toolSlug } = await subscribe(db, URL);
  await subscribe(db, URL, { brand });
  const elsewhere = await subscribe(db, URL);
  await enqueue(db, brand);
  await enqueue(db, elsewhere.brand);
  const cancellation = { brandId: brand.id, reason: "The brand was archived." };
  expect(await cancelPendingDeliveries(systemContext(db), { ...cancellation, toolSlug })).toBe(1);
  expect(await cancelPendingDeliveries(systemContext(db), cancellation)).toBe(1);
  expect((await deliveriesOf(db, brand.id)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(await deliveriesOf(db, elsewhere.brand.id)).toMatchObject([{ status: "pending" }]);
});
