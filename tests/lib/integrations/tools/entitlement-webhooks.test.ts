import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEntries, childContextDeliveries as deliveries, subscriptions, tools } from "@/db/schema";
import { archiveBrand, restoreBrand } from "@/lib/brands/server";
import { parseWebhook, verifyWebhook } from "@/lib/contract";
import { editTool, getDelivery, grantEntitlement, grantToMany, revokeEntitlement } from "@/lib/integrations/server";
import { MAX_ATTEMPTS } from "@/lib/integrations/webhooks/after-failure";
import { claimDueDeliveries, claimUnqueued, LEASE_MS } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { giveUpInterrupted } from "@/lib/integrations/webhooks/run-tick";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  systemContext,
} from "@/tests/support/fixtures";
import { createTestClock, deliveriesOf, runTick, SECRET } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

log.level = "silent";
const database = openTestDatabase();
const HOUR_MS = 3_600_000;
let receiver: Receiver;
let answer = 200;
beforeAll(async () => {
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => receiver.close());

let admin: Ctx;
let owner: Ctx;
let brand: { id: string; slug: string; name: string };
let key: { brandId: string; toolSlug: string };
beforeEach(async () => {
  const { db } = database;
  answer = 200;
  receiver.received.length = 0;
  const user = await createUser(db);
  admin = context(db, actingUser(await createUser(db, { hubAdmin: true })));
  owner = context(db, actingUser(user));
  brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
  const { slug } = await createTool(db, { defaultWebhookUrl: receiver.url });
  key = { brandId: brand.id, toolSlug: slug };
});

const optIn = () => database.db.update(tools).set({ entitlementWebhooks: true }).where(eq(tools.slug, key.toolSlug));
const recorded = async () =>
  (await deliveriesOf(database.db, brand.id)).map(({ type, status, attempts }) => [type, status, attempts]);
const archive = () => archiveBrand(owner, { brandId: brand.id, typedName: brand.name });

it("sends nothing to a tool that didn't opt in", async () => {
  await grantEntitlement(admin, key);
  await archive();
  await restoreBrand(owner, { brandId: brand.id });
  await revokeEntitlement(admin, key);
  expect(await recorded()).toEqual([]);
});

it("sends signed webhooks for each granted or revoked brand, in order", async () => {
  const { db } = database;
  await editTool(admin, { slug: key.toolSlug, entitlementWebhooks: true });
  const { clock } = createTestClock();
  await grantEntitlement(admin, key);
  await runTick(db, clock);
  await archive();
  await runTick(db, clock);
  await restoreBrand(owner, { brandId: brand.id });
  await runTick(db, clock);
  await grantToMany(admin, { toolSlug: key.toolSlug, search: brand.slug, on: false, after: null });
  expect(await db.$count(subscriptions, eq(subscriptions.brandId, brand.id))).toBe(0);
  await runTick(db, clock);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body.toString()));
  const [granted, revoked] = ["granted", "revoked"].map((what) => ({
    type: `entitlement.${what}`,
    occurred_at: NOW.toISOString(),
    brand_id: brand.id,
    brand_slug: brand.slug,
  }));
  expect(bodies.map(({ id: _, ...rest }) => rest)).toEqual([granted, revoked, granted, revoked]);
  for (const { body, headers } of receiver.received) {
    expect(await verifyWebhook(body, new Headers(headers as Record<string, string>), [SECRET], NOW)).toBe(true);
    expect(parseWebhook(body)).toMatchObject({ kind: "entitlement" });
  }
});

it("retries a revocation without the subscription until it is dead", async () => {
  const { db } = database;
  const { clock, advance } = createTestClock();
  await optIn();
  await grantEntitlement(admin, key);
  await revokeEntitlement(admin, key);
  // The grant of a moment ago is obsolete.
  expect(await recorded()).toEqual([
    ["entitlement.granted", "cancelled", 0],
    ["entitlement.revoked", "pending", 0],
  ]);
  answer = 500;
  await runTick(db, clock);
  expect((await recorded())[1]).toEqual(["entitlement.revoked", "pending", 1]);
  // Archiving cancels everything pending except this.
  await archive();
  await restoreBrand(owner, { brandId: brand.id });
  const [, sent] = await deliveriesOf(db, brand.id);
  expect(await getDelivery(owner, { brandId: brand.id, deliveryId: sent?.id ?? "" })).toMatchObject({
    webhookUrl: receiver.url,
    attemptLog: [{ attempt: 1, statusCode: 500 }],
  });
  await db
    .update(deliveries)
    .set({ attempts: MAX_ATTEMPTS - 1 })
    .where(eq(deliveries.id, sent?.id ?? ""));
  advance(HOUR_MS);
  await runTick(db, clock);
  expect((await recorded())[1]).toEqual(["entitlement.revoked", "dead", MAX_ATTEMPTS]);
});

it("gives up at 410, and is cancelled if the subscription was off", async () => {
  const { db } = database;
  const { clock } = createTestClock();
  await optIn();
  await grantEntitlement(admin, key);
  await revokeEntitlement(admin, key);
  answer = 410;
  await runTick(db, clock);
  expect((await recorded())[1]).toEqual(["entitlement.revoked", "cancelled", 1]);
  await grantEntitlement(admin, key);
  await db
    .update(subscriptions)
    .set({ enabled: false, disabledReason: "off" })
    .where(eq(subscriptions.brandId, brand.id));
  await revokeEntitlement(admin, key);
  expect((await recorded()).slice(2)).toEqual([
    ["entitlement.granted", "cancelled", 0],
    ["entitlement.revoked", "cancelled", 0],
  ]);
});

it("is sent again by one sender after a crash, even if the brand is granted again", async () => {
  const { db } = database;
  await optIn();
  await grantEntitlement(admin, key);
  await revokeEntitlement(admin, key);
  const at = (ms: number) => systemContext(db, new Date(NOW.getTime() + ms));
  const aside = (ms: number) => claimUnqueued(at(ms), { tools: [key.toolSlug] });
  expect(await aside(0)).toMatchObject([{ type: "entitlement.revoked", webhookUrl: receiver.url }]);
  expect(await aside(0)).toEqual([]);
  expect(await giveUpInterrupted(at(LEASE_MS))).toBe(1);
  await grantEntitlement(admin, key);
  const turns = await claimDueDeliveries(at(HOUR_MS), { tools: [{ slug: key.toolSlug, free: 8 }], limit: 8 });
  const both = [...turns, ...(await aside(HOUR_MS))].map(({ id }) => id);
  expect(both).toHaveLength(new Set(both).size);
});

it("is recorded in the same transaction as the change and its audit entry", async () => {
  await optIn();
  await expect(
    inTransaction(admin, async (tx) => {
      await grantEntitlement(tx, key);
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  expect(await recorded()).toEqual([]);
  expect(await database.db.$count(auditEntries, eq(auditEntries.brandId, brand.id))).toBe(0);
});
