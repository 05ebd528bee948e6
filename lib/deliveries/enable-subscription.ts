import { and, count, eq, gte, inArray } from "drizzle-orm";
import { childContextDeliveries as deliveries, subscriptions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import type { Ctx } from "@/lib/kernel/context";
import { NotFound } from "@/lib/kernel/errors";
import { requirePermission } from "@/lib/members/server";
import type { SubscriptionKey } from "./require-subscription";

/** What can be replayed after a subscription came back: hand `since` to `replayFailedSince`. */
export interface Replayable {
  since: Date;
  count: number;
}

/**
 * Turns a subscription on and says what was not delivered since it went off; null when it was on already.
 * @throws NotFound without a subscription, Forbidden without `manage`
 */
export async function enableSubscription(ctx: Ctx, { brandId, toolSlug }: SubscriptionKey): Promise<Replayable | null> {
  await requirePermission(ctx, brandId, "manage");
  return ctx.db.transaction(async (tx) => {
    const own = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
    const [before] = await tx.select().from(subscriptions).where(own).for("no key update");
    if (!before) throw new NotFound("The brand has no subscription for this tool.");
    if (before.enabled) return null;
    await tx
      .update(subscriptions)
      .set({ enabled: true, disabledReason: null, disabledAt: null, failingSince: null })
      .where(own);
    await recordAudit(
      { ...ctx, db: tx },
      {
        brandId,
        action: "subscription.enabled",
        target: { kind: "subscription", id: toolSlug, label: toolSlug },
        diff: { enabled: [false, true] },
      },
    );
    // What it failed on counts too: the run of failures is older than the switch.
    const since = before.failingSince ?? before.disabledAt ?? ctx.now;
    const [undelivered] = await tx
      .select({ count: count() })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.brandId, brandId),
          eq(deliveries.toolSlug, toolSlug),
          inArray(deliveries.status, ["dead", "cancelled"]),
          gte(deliveries.createdAt, since),
        ),
      );
    return { since, count: undelivered?.count ?? 0 };
  });
}
