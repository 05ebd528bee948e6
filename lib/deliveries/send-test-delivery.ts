import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { TEST_EVENT_TYPE } from "./after-failure";
import type { TestSample } from "./endpoint-view";
import { insertDeliveries } from "./enqueue-deliveries";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";
import { hubTest, presentVersion } from "./test-samples";

/** What is tested: a subscription, with `hub.test` unless told otherwise. */
type TestOf = SubscriptionKey & { sample?: TestSample };

/** Records a test for one subscription and its entry, in the caller's transaction, and gives its id: it adds rows, and locks nothing that anybody waits for. @throws NotFound, BadRequest as below */
export async function recordTest(tx: Ctx, { sample = "hub.test", ...key }: TestOf): Promise<{ id: string }> {
  const { brandId, toolSlug } = key;
  const subscriber = await requireSubscription(tx, key);
  const content = sample === "hub.test" ? hubTest(tx, brandId) : await presentVersion(tx, brandId);
  const [id = ""] = await insertDeliveries(tx, [{ subscriber, type: TEST_EVENT_TYPE, content }]);
  const target = { kind: "delivery", id, label: toolSlug };
  await recordAudit(tx, { brandId, action: "delivery.tested", target });
  return { id };
}

/**
 * Records a test for one subscription, wakes the tick, and gives its id. It carries `{ id, type: "hub.test", occurred_at, brand_id }`, or the present version as
 * `identity.updated` had it; either way it is a test, recorded as such: signed like any delivery, sent at once and never repeated.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function sendTestDelivery(ctx: Ctx, test: TestOf): Promise<{ id: string }> {
  await requirePermission(ctx, test.brandId, "manage");
  const recorded = await inTransaction(ctx, (tx) => recordTest(tx, test));
  ctx.wakeTick();
  return recorded;
}
