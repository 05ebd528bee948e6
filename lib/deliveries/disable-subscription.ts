import { and, eq } from "drizzle-orm";
import { subscriptions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import { offReason } from "./after-failure";
import { cancelPendingDeliveries } from "./cancel-deliveries";
import type { SubscriptionKey } from "./require-subscription";

const BY_HAND = "It was turned off by hand.";

/**
 * Turns a subscription off and cancels what is pending for it; false when it was off already.
 * @throws NotFound without a subscription, Forbidden without `manage`
 */
export async function disableSubscription(ctx: Ctx, { brandId, toolSlug }: SubscriptionKey): Promise<boolean> {
  await requirePermission(ctx, brandId, "manage");
  return ctx.db.transaction(async (tx) => {
    const own = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
    const [before] = await tx.select().from(subscriptions).where(own).for("no key update");
    if (!before) throw new NotFound("The brand has no subscription for this tool.");
    if (!before.enabled) return false;
    await tx.update(subscriptions).set({ enabled: false, disabledReason: BY_HAND, disabledAt: ctx.now }).where(own);
    await cancelPendingDeliveries(tx, { brandId, toolSlug, reason: offReason(BY_HAND), now: ctx.now });
    await recordAudit(
      { ...ctx, db: tx },
      {
        brandId,
        action: "subscription.disabled",
        target: { kind: "subscription", id: toolSlug, label: toolSlug },
        diff: { enabled: [true, false] },
      },
    );
    return true;
  });
}
