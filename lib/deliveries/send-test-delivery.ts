import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { requirePermission } from "@/lib/members/server";
import { TEST_EVENT_TYPE } from "./after-failure";
import { insertDeliveries } from "./insert-deliveries";
import { requireSubscription, type SubscriptionKey } from "./require-subscription";

/**
 * Records a test for one subscription and gives its id: `{ id, type: "hub.test", occurred_at, brand_id }`, signed like any delivery,
 * sent by the next tick, and never repeated. @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function sendTestDelivery(ctx: Ctx, key: SubscriptionKey): Promise<{ id: string }> {
  await requirePermission(ctx, key.brandId, "manage");
  return ctx.db.transaction(async (tx) => {
    const subscriber = await requireSubscription(tx, key);
    const bodyOf = (id: string) => ({
      id,
      type: TEST_EVENT_TYPE,
      occurred_at: ctx.now.toISOString(),
      brand_id: key.brandId,
    });
    const [id = ""] = await insertDeliveries(tx, [{ subscriber, type: TEST_EVENT_TYPE, bodyOf }], ctx.now);
    await recordAudit(
      { ...ctx, db: tx },
      { brandId: key.brandId, action: "delivery.tested", target: { kind: "delivery", id, label: key.toolSlug } },
    );
    return { id };
  });
}
