import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { childContextDeliveries, subscriptions } from "@/db/schema";
import { replayDelivery, sendTestDelivery } from "@/lib/integrations/server";
import { MAX_ATTEMPTS } from "@/lib/integrations/webhooks/after-failure";
import { claimDueDeliveries, claimUnqueued, LEASE_MS } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { completeDelivery } from "@/lib/integrations/webhooks/complete-delivery";
import { giveUpInterrupted } from "@/lib/integrations/webhooks/run-tick";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, NOW, systemContext } from "@/tests/support/fixtures";
import { attemptsOf, deliveriesOf, enqueue, subscribe, subscriptionOf } from "@/tests/support/outbox";

log.level = "silent";
const URL = "https://tool.example.com/hooks";
const MINUTE_MS = 60_000;
const database = openTestDatabase();

const later = (ms: number, than = NOW) => new Date(than.getTime() + ms);

async function scene() {
  const { db } = database;
  const user = await createUser(db);
  const made = await createBrandFixture(db, { members: { [user.id]: "owner" } });
  const { brand, toolSlug } = await subscribe(db, URL, { brand: made });
  return {
    db,
    brand,
    toolSlug,
    owner: (now = NOW) => context(db, actingUser(user), now),
    claim: (now: Date) =>
      claimDueDeliveries(systemContext(db, now), { tools: [{ slug: toolSlug, free: 8 }], limit: 8 }),
    giveUp: (now: Date) => giveUpInterrupted(systemContext(db, now)),
    delivery: async () => {
      const [first] = await deliveriesOf(db, brand.id);
      if (!first) throw new Error("there is no delivery");
      return first;
    },
  };
}

it("marks a delivery that keeps killing its sender as dead after all attempts", async () => {
  const { db, brand, claim, giveUp, delivery } = await scene();
  await enqueue(db, brand);
  let now = NOW;
  const waits: number[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect(await claim(now)).toMatchObject([{ attempt }]);
    expect(await delivery()).toMatchObject({ status: "pending", attempts: attempt });
    expect(await giveUp(later(LEASE_MS - 1, now))).toBe(0);
    expect(await giveUp(later(LEASE_MS, now))).toBe(1);
    const { dueAt, status } = await delivery();
    waits.push(dueAt.getTime() - now.getTime());
    if (status === "pending") now = dueAt;
  }
  expect(waits.slice(0, 3)).toEqual([MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS]);
  expect(await delivery()).toMatchObject({
    status: "dead",
    attempts: MAX_ATTEMPTS,
    leaseToken: null,
    reason: `All ${MAX_ATTEMPTS} attempts failed.`,
    finishedAt: later(LEASE_MS, now),
  });
  const attempts = await attemptsOf(db, (await delivery()).id);
  expect(attempts.map(({ attempt, errorClass }) => `${attempt} ${errorClass}`)).toEqual(
    Array.from({ length: MAX_ATTEMPTS }, (_, index) => `${index + 1} aborted`),
  );
  expect(await subscriptionOf(db, brand.id)).toMatchObject({ enabled: true, failingSince: null });
});

it("doesn't record an attempt twice that was recorded late", async () => {
  const { db, brand, claim, giveUp, delivery } = await scene();
  await enqueue(db, brand);
  const [claimed] = await claim(NOW);
  if (!claimed) throw new Error("nothing was due");
  const result = { status: 200, errorClass: null, durationMs: 1, responseExcerpt: "", retryAfterSeconds: null };
  const completion = { delivery: claimed, result };
  expect(await completeDelivery(systemContext(db, later(LEASE_MS + 1)), completion)).toBe(true);
  expect(await giveUp(later(MINUTE_MS))).toBe(0);
  expect(await delivery()).toMatchObject({ status: "delivered", attempts: 1 });
});

it("gives up a test at once", async () => {
  const { db, owner, brand, toolSlug, giveUp, delivery } = await scene();
  await sendTestDelivery(owner(), { brandId: brand.id, toolSlug });
  expect(await claimUnqueued(systemContext(db), { tools: [toolSlug] })).toHaveLength(1);
  expect(await giveUp(later(LEASE_MS))).toBe(1);
  expect(await delivery()).toMatchObject({ status: "dead", attempts: 1 });
});

it("counts from zero after a replay", async () => {
  const { db, owner, brand, claim, giveUp, delivery } = await scene();
  await enqueue(db, brand);
  await claim(NOW);
  await giveUp(later(LEASE_MS));
  await replayDelivery(owner(later(LEASE_MS)), { brandId: brand.id, deliveryId: (await delivery()).id });
  expect(await delivery()).toMatchObject({ status: "pending", attempts: 0 });
  expect(await claim(later(MINUTE_MS))).toMatchObject([{ attempt: 2 }]);
  expect(await delivery()).toMatchObject({ attempts: 1 });
});

it("skips deliveries that can't be sent again", async () => {
  const { db, brand, claim, giveUp, delivery } = await scene();
  await enqueue(db, brand);
  await claim(NOW);
  await db
    .update(subscriptions)
    .set({ enabled: false, disabledReason: "off" })
    .where(eq(subscriptions.brandId, brand.id));
  expect(await giveUp(later(MINUTE_MS))).toBe(0);
  expect(await delivery()).toMatchObject({ status: "pending" });
});

it("counts attempts claimed by an older release", async () => {
  const { db, brand, claim, giveUp, delivery } = await scene();
  await enqueue(db, brand);
  await claim(NOW);
  await db.update(childContextDeliveries).set({ attempts: 0 }).where(eq(childContextDeliveries.brandId, brand.id));
  await giveUp(later(LEASE_MS));
  expect((await delivery()).dueAt).toEqual(later(MINUTE_MS));
});

it("gives up all claims of killed processes", async () => {
  const { db, brand, giveUp } = await scene();
  await enqueue(db, brand, 201);
  await db
    .update(childContextDeliveries)
    .set({ attempts: 1, leaseToken: newId(), leaseUntil: NOW })
    .where(eq(childContextDeliveries.brandId, brand.id));
  expect(await giveUp(NOW)).toBe(201);
});
