import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEntries, brands, entitlements, subscriptions } from "@/db/schema";
import type { SendResult } from "@/lib/integrations";
import { claimDueDeliveries } from "@/lib/integrations/webhooks/claim-due-deliveries";
import { completeDelivery } from "@/lib/integrations/webhooks/complete-delivery";
import { giveUpInterrupted } from "@/lib/integrations/webhooks/run-tick";
import { metrics } from "@/lib/platform/metrics";
import { openTestDatabase } from "@/tests/support/database";
import { NOW, systemContext } from "@/tests/support/fixtures";
import { attemptsOf, deliveriesOf, enqueue, subscribe, subscriptionOf } from "@/tests/support/outbox";

const URL = "https://tool.example.com/hooks";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const database = openTestDatabase();

const later = (ms: number) => new Date(NOW.getTime() + ms);
const answered = (status: number, retryAfterSeconds: number | null = null): SendResult => ({
  status,
  errorClass: null,
  durationMs: 12,
  responseExcerpt: "text",
  retryAfterSeconds,
});

/** A subscription with due deliveries. Its function claims the next one and completes it. */
async function scene(count = 1) {
  const { db } = database;
  const { brand, toolSlug } = await subscribe(db, URL);
  await enqueue(db, brand, count);
  const claim = async (now: Date) => {
    const [delivery] = await claimDueDeliveries(systemContext(db, now), {
      tools: [{ slug: toolSlug, free: 8 }],
      limit: 8,
    });
    if (!delivery) throw new Error("nothing was due");
    return delivery;
  };
  return {
    db,
    brand,
    toolSlug,
    claim,
    attempt: async (result: SendResult, now: Date) =>
      completeDelivery(systemContext(db, now), { delivery: await claim(now), result }),
    deliveries: () => deliveriesOf(db, brand.id),
    delivery: async () => {
      const [first] = await deliveriesOf(db, brand.id);
      if (!first) throw new Error("there is no delivery");
      return first;
    },
    subscription: () => subscriptionOf(db, brand.id),
  };
}

describe("a failed attempt", () => {
  it("is recorded and due again after 60 s, doubled each time", async () => {
    const { attempt, delivery, db } = await scene();
    expect(await attempt(answered(503), NOW)).toBe(true);
    const afterFirst = await delivery();
    expect(afterFirst).toMatchObject({ status: "pending", attempts: 1, leaseToken: null, leaseUntil: null });
    expect(afterFirst.dueAt).toEqual(later(MINUTE_MS));

    await attempt(answered(503), later(MINUTE_MS));
    expect((await delivery()).dueAt).toEqual(later(3 * MINUTE_MS));
    expect(await attemptsOf(db, afterFirst.id)).toMatchObject([
      { attempt: 1, startedAt: NOW, durationMs: 12, statusCode: 503, errorClass: null, responseExcerpt: "text" },
      { attempt: 2, startedAt: later(MINUTE_MS), statusCode: 503 },
    ]);
  });

  it.each([
    [90, 90_000],
    [3600, 2 * MINUTE_MS],
    [1, MINUTE_MS],
  ])("honours a Retry-After of %i s between one and two times the delay", async (seconds, delayMs) => {
    const { attempt, delivery } = await scene();
    await attempt(answered(429, seconds), NOW);
    expect((await delivery()).dueAt).toEqual(later(delayMs));
  });

  it("is dead after the eighteenth, with the reason", async () => {
    const { attempt, delivery, db } = await scene();
    const before = (await metrics().deliveriesDead.get()).values[0]?.value ?? 0;
    let now = NOW;
    for (let count = 1; count <= 18; count += 1) {
      expect((await delivery()).status).toBe("pending");
      await attempt(answered(500), now);
      now = (await delivery()).dueAt;
    }
    const dead = await delivery();
    expect((await metrics().deliveriesDead.get()).values[0]?.value).toBe(before + 1);
    expect(dead).toMatchObject({ status: "dead", attempts: 18, reason: "All 18 attempts failed." });
    expect(dead.finishedAt).not.toBeNull();
    const days = ((dead.finishedAt?.getTime() ?? 0) - NOW.getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(2.5);
    expect(days).toBeLessThan(3.5);
    expect(await attemptsOf(db, dead.id)).toHaveLength(18);
  });

  it.each([301, 404, 199])("includes status %i, since only a 2xx is success", async (status) => {
    const { attempt, delivery } = await scene();
    await attempt(answered(status), NOW);
    expect(await delivery()).toMatchObject({ status: "pending", attempts: 1 });
  });

  it("records the class of a network failure", async () => {
    const { attempt, delivery, db } = await scene();
    await attempt({ ...answered(0), status: null, errorClass: "refused", responseExcerpt: "" }, NOW);
    expect(await attemptsOf(db, (await delivery()).id)).toMatchObject([{ statusCode: null, errorClass: "refused" }]);
  });
});

describe("a lost lease", () => {
  it("changes nothing and returns false", async () => {
    const { db, claim, delivery, subscription } = await scene();
    const slow = await claim(NOW);
    await giveUpInterrupted(systemContext(db, later(30_000)));
    const quick = await claim(later(HOUR_MS));
    expect(quick.id).toBe(slow.id);
    expect(quick.leaseToken).not.toBe(slow.leaseToken);
    const [before, healthBefore] = [await delivery(), await subscription()];

    expect(await completeDelivery(systemContext(db, later(31_000)), { delivery: slow, result: answered(410) })).toBe(
      false,
    );

    expect(await delivery()).toEqual(before);
    expect(await subscription()).toEqual(healthBefore);
    expect(await attemptsOf(db, slow.id)).toMatchObject([{ attempt: 1, errorClass: "aborted", statusCode: null }]);
    expect(await completeDelivery(systemContext(db, later(32_000)), { delivery: quick, result: answered(200) })).toBe(
      true,
    );
    expect(await completeDelivery(systemContext(db, later(33_000)), { delivery: quick, result: answered(500) })).toBe(
      false,
    );
    expect(await delivery()).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("still counts if it only ran out", async () => {
    const { db, claim, delivery } = await scene();
    const claimed = await claim(NOW);
    expect(await completeDelivery(systemContext(db, later(60_000)), { delivery: claimed, result: answered(200) })).toBe(
      true,
    );
    expect((await delivery()).status).toBe("delivered");
  });
});

describe("a subscription", () => {
  it("is turned off at 410, with cancelled deliveries and an audit entry", async () => {
    const { attempt, deliveries, subscription, db, brand, toolSlug } = await scene(3);
    await attempt(answered(410), NOW);
    expect(await subscription()).toMatchObject({
      enabled: false,
      disabledReason: "The receiver answered 410 Gone.",
      disabledAt: NOW,
    });
    expect(await db.select().from(auditEntries).where(eq(auditEntries.brandId, brand.id))).toMatchObject([
      {
        actorKind: "system",
        actorLabel: "Brand Identity Hub",
        action: "subscription.disabled",
        targetId: toolSlug,
        diff: { enabled: [true, false], reason: [null, "The receiver answered 410 Gone."] },
      },
    ]);
    const reason = "The subscription is off: The receiver answered 410 Gone.";
    expect(await deliveries()).toMatchObject([
      { status: "cancelled", attempts: 1, reason },
      { status: "cancelled", attempts: 0, reason },
      { status: "cancelled", attempts: 0, reason },
    ]);
  });

  it("lets an attempt in flight finish and records it", async () => {
    const { db, claim, deliveries } = await scene(2);
    const gone = await claim(NOW);
    const underWay = await claim(NOW);
    await completeDelivery(systemContext(db), { delivery: gone, result: answered(410) });
    await completeDelivery(systemContext(db), { delivery: underWay, result: answered(200) });
    const statuses = new Map((await deliveries()).map(({ id, status }) => [id, status]));
    expect(statuses.get(gone.id)).toBe("cancelled");
    expect(statuses.get(underWay.id)).toBe("delivered");
  });

  it("cancels an attempt that fails after it was turned off", async () => {
    const { db, claim, deliveries } = await scene(2);
    const gone = await claim(NOW);
    const underWay = await claim(NOW);
    await completeDelivery(systemContext(db), { delivery: gone, result: answered(410) });
    await completeDelivery(systemContext(db), { delivery: underWay, result: answered(500) });
    expect((await deliveries()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await attemptsOf(db, underWay.id)).toHaveLength(1);
  });

  it("is turned off after five days of failures", async () => {
    const { attempt, delivery, subscription, db, brand } = await scene();
    await attempt(answered(500), NOW);
    expect(await subscription()).toMatchObject({ enabled: true, failingSince: NOW });
    await attempt(answered(500), later(5 * DAY_MS - 1));
    expect(await subscription()).toMatchObject({ enabled: true, failingSince: NOW });

    await enqueue(db, brand, 1, later(5 * DAY_MS));
    await attempt(answered(500), later(5 * DAY_MS));

    expect(await subscription()).toMatchObject({
      enabled: false,
      disabledReason: "Every attempt failed for five days.",
    });
    expect((await delivery()).reason).toBe("The subscription is off: Every attempt failed for five days.");
  });

  it("resets its failures at the first success", async () => {
    const { attempt, subscription, db, brand } = await scene();
    await attempt(answered(500), NOW);
    await attempt(answered(200), later(4 * DAY_MS));
    expect(await subscription()).toMatchObject({ enabled: true, failingSince: null });
    await enqueue(db, brand, 1, later(6 * DAY_MS));
    await attempt(answered(500), later(6 * DAY_MS));
    expect(await subscription()).toMatchObject({ enabled: true, failingSince: later(6 * DAY_MS) });
  });

  it("ignores the response of a replaced URL", async () => {
    const { db, claim, delivery, subscription, brand } = await scene();
    const claimed = await claim(NOW);
    const moved = "https://moved.example.com/hooks";
    await db.update(subscriptions).set({ webhookUrl: moved }).where(eq(subscriptions.brandId, brand.id));
    await completeDelivery(systemContext(db), { delivery: claimed, result: answered(410) });
    expect(await subscription()).toMatchObject({ enabled: true, failingSince: null });
    expect(await delivery()).toMatchObject({ status: "pending", attempts: 1 });
    expect((await claim(later(HOUR_MS))).webhookUrl).toBe(moved);
  });
});

describe("a delivery stopped in flight", () => {
  it("is cancelled once access is revoked, unless accepted", async () => {
    for (const [status, outcome] of [
      [500, "cancelled"],
      [204, "delivered"],
    ] as const) {
      const { db, claim, delivery, brand } = await scene();
      const claimed = await claim(NOW);
      await db.delete(entitlements).where(eq(entitlements.brandId, brand.id));
      expect(await completeDelivery(systemContext(db), { delivery: claimed, result: answered(status) })).toBe(true);
      expect((await delivery()).status).toBe(outcome);
    }
  });

  it("is cancelled once the brand is archived", async () => {
    const { db, claim, delivery, brand } = await scene();
    const claimed = await claim(NOW);
    await db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id));
    await completeDelivery(systemContext(db), { delivery: claimed, result: answered(500) });
    expect(await delivery()).toMatchObject({ status: "cancelled", reason: "The brand was archived." });
  });
});
