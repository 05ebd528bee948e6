import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { brands, childContextDeliveries as deliveries, entitlements, subscriptions, tools } from "@/db/schema";
import { parseWebhook } from "@/lib/contract";
import {
  grantEntitlement,
  ingestEvents,
  listDeliveriesOfTool,
  replayFailedSince,
  replayUndelivered,
  revokeEntitlement,
  runDispatchTick,
} from "@/lib/integrations/server";
import { findUndelivered } from "@/lib/integrations/webhooks/health";
import { newId } from "@/lib/platform/ids";
import { openTestDatabase } from "@/tests/support/database";
import {
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  signedInUser,
  systemContext,
  toolContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver } from "@/tests/support/receiver";

const database = openTestDatabase();
const HOUR_MS = 60 * 60_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

const list = (toolSlug: string, query: Parameters<typeof listDeliveriesOfTool>[1] = {}, now = NOW) =>
  listDeliveriesOfTool(toolContext(database.db, toolSlug, now), query);
const idsOf = async (...args: Parameters<typeof list>) => (await list(...args)).entries.map(({ id }) => id);
const listeningUntil = async (toolSlug: string) =>
  (await database.db.select().from(tools).where(eq(tools.slug, toolSlug)))[0]?.listeningUntil;

const event = (brandId: string) => ({
  brand_id: brandId,
  type: "asset.approved",
  occurred_at: NOW.toISOString(),
  idempotency_key: newId(),
  payload: { of: "asset" },
});

async function admin() {
  const user = await createUser(database.db, { hubAdmin: true });
  return context(database.db, signedInUser({ ...user, hubAdmin: true }, { sid: newId() }));
}

describe("a tool's deliveries", () => {
  it("come newest first, in pages, from a time on, in any state", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, "https://tool.example.com/hooks");
    await enqueue(db, brand, 22);
    await db.update(subscriptions).set({ enabled: false, disabledReason: "Off." });
    await enqueue(db, brand, 1, later(1000));
    const recorded = (await deliveriesOf(db, brand.id)).map(({ id }) => id).reverse();
    const first = await list(toolSlug);
    expect(first.entries.map(({ id }) => id)).toEqual(recorded.slice(0, 20));
    const second = await list(toolSlug, { after: first.next });
    expect(second).toMatchObject({ entries: recorded.slice(20).map((id) => ({ id })), next: null });
    expect(await idsOf(toolSlug, { since: later(-1) })).toEqual(recorded.slice(0, 3));
    await expect(list(toolSlug, { after: "eA" })).rejects.toMatchObject({ code: "bad_request" });
    await db.update(deliveries).set({ bodyRemovedAt: NOW, body: "" }).where(eq(deliveries.toolSlug, toolSlug));
    expect(await idsOf(toolSlug)).toEqual([]);
  });

  it("have the bytes and the headers that the hub sends", async () => {
    const { db } = database;
    const receiver = await createReceiver();
    const { brand, toolSlug } = await subscribe(db, receiver.url);
    await enqueue(db, brand);
    await runDispatchTick(withWebhookSecrets(systemContext(db), SECRET));
    const [sent] = receiver.received;
    const [listed] = (await list(toolSlug)).entries;
    expect(listed?.body).toBe(sent?.body.toString());
    const names = listed?.headers.map(({ name }) => name.toLowerCase()) ?? [];
    for (const { name, value } of listed?.headers ?? [])
      expect([name, sent?.headers[name.toLowerCase()]]).toEqual([name, value]);
    const computed = ["host", "content-length", "accept-encoding", "connection", "x-hub-signature"];
    const signed = ["webhook-timestamp", "webhook-signature"];
    expect(Object.keys(sent?.headers ?? {}).sort()).toEqual([...names, ...computed, ...signed].sort());
    await receiver.close();
  });

  it("are its own, of brands that it can read", async () => {
    const { db } = database;
    const { brand, toolSlug } = await subscribe(db, "https://tool.example.com/hooks");
    const other = await subscribe(db, "https://other.example.com/hooks", { brand });
    await enqueue(db, brand);
    const [own] = await idsOf(toolSlug);
    expect(await idsOf(other.toolSlug)).not.toContain(own);
    await db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id));
    expect(await idsOf(toolSlug)).toEqual([]);
    await db.update(brands).set({ archivedAt: null }).where(eq(brands.id, brand.id));
    expect(await idsOf(toolSlug)).toEqual([own]);
    await db.delete(entitlements).where(eq(entitlements.toolSlug, toolSlug));
    expect(await idsOf(toolSlug)).toEqual([]);
    await db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, toolSlug));
    await expect(list(toolSlug)).rejects.toMatchObject({ code: "forbidden" });
    await expect(list("unknown")).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("a tool that lists, without a webhook URL", () => {
  async function withoutUrl() {
    const { db } = database;
    const owner = await createUser(db);
    const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
    const { slug } = await createTool(db, { eventPatterns: ["asset.*"], entitlementWebhooks: true });
    const sender = await createTool(db);
    await entitle(db, brand.id, sender.slug);
    const manager = context(db, signedInUser(owner, { sid: newId() }));
    return { brand, slug, sender: toolContext(db, sender.slug), manager };
  }

  it("gets every kind of webhook for two hours, each recorded as cancelled and none missed", async () => {
    const { db } = database;
    const { brand, slug, sender, manager } = await withoutUrl();
    const key = { brandId: brand.id, toolSlug: slug };
    await list(slug);
    await grantEntitlement(await admin(), key);
    await enqueue(db, brand);
    await ingestEvents(sender, { events: [event(brand.id)] });
    await revokeEntitlement(await admin(), key);
    // Only the revocation is about a brand that it can't read.
    const [revoked, ...rest] = (await list(slug)).entries;
    expect([revoked && parseWebhook(Buffer.from(revoked.body)), rest]).toMatchObject([{ kind: "entitlement" }, []]);
    await entitle(db, brand.id, slug);
    const kinds = (await list(slug)).entries.map(({ body }) => parseWebhook(Buffer.from(body))?.kind);
    expect(kinds.sort()).toEqual(["entitlement", "entitlement", "identity.updated", "relayed"]);
    for (const row of await deliveriesOf(db, brand.id))
      expect(row).toMatchObject({
        status: "cancelled",
        reason: "The brand had no webhook URL. Recorded for `brand-hub listen`.",
      });
    await enqueue(db, brand, 1, later(2 * HOUR_MS));
    expect((await list(slug)).entries).toHaveLength(4);
    await db.insert(subscriptions).values({ ...key, webhookUrl: "https://tool.example.com/hooks", createdAt: NOW });
    expect(await findUndelivered(manager, { brandId: brand.id, toolSlugs: [slug] })).toEqual(new Map());
    expect(await replayUndelivered(manager, { ...key, since: new Date(0) })).toBe(0);
    expect(await replayFailedSince(manager, { ...key, since: new Date(0) })).toBe(0);
  });

  it("gets nothing if it never listed", async () => {
    const { db } = database;
    const { brand, slug, sender } = await withoutUrl();
    await grantEntitlement(await admin(), { brandId: brand.id, toolSlug: slug });
    await enqueue(db, brand);
    await ingestEvents(sender, { events: [event(brand.id)] });
    expect(await deliveriesOf(db, brand.id)).toEqual([]);
  });

  it("is remembered with one write each half hour", async () => {
    const { slug } = await withoutUrl();
    await list(slug);
    expect(await listeningUntil(slug)).toEqual(later(2 * HOUR_MS));
    await list(slug, {}, later(HOUR_MS / 2 - 1));
    expect(await listeningUntil(slug)).toEqual(later(2 * HOUR_MS));
    await list(slug, {}, later(HOUR_MS / 2));
    expect(await listeningUntil(slug)).toEqual(later(2.5 * HOUR_MS));
  });
});
