import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { TEST_EVENT_TYPE } from "./after-failure";
import { insertDeliveries } from "./enqueue-deliveries";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";

/**
 * Records a test for one subscription, wakes the tick, and gives its id: `{ id, type: "hub.test", occurred_at, brand_id }`, signed like any
 * delivery and never repeated. @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function sendTestDelivery(ctx: Ctx, key: SubscriptionKey): Promise<{ id: string }> {
  const { brandId, toolSlug } = key;
  await requirePermission(ctx, brandId, "manage");
  const recorded = await inTransaction(ctx, async (tx) => {
    const subscriber = await requireSubscription(tx, key);
    const occurred_at = tx.now.toISOString();
    const bodyOf = (id: string) => ({ id, type: TEST_EVENT_TYPE, occurred_at, brand_id: brandId });
    const [id = ""] = await insertDeliveries(tx, [{ subscriber, type: TEST_EVENT_TYPE, bodyOf }]);
    const target = { kind: "delivery", id, label: toolSlug };
    await recordAudit(tx, { brandId, action: "delivery.tested", target });
    return { id };
  });
  ctx.wakeTick();
  return recorded;
}
