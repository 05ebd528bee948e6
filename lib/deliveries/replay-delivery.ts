import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { childContextDeliveries as deliveries } from "@/db/schema";
import { recordAudit } from "@/lib/audit";
import type { Ctx } from "@/lib/context";
import { BadRequest, NotFound } from "@/lib/errors";
import { isUuid } from "@/lib/ids";
import { requirePermission } from "@/lib/members";
import { requireSubscription, type SubscriptionKey } from "./require-subscription";

const MISSING = "There is no such delivery.";

/** A replayed delivery starts over: due at once by the database's clock at the latest, with a new run of attempts. */
const startedOver = (now: Date) => ({
  status: "pending" as const,
  reason: null,
  attempts: 0,
  dueAt: sql`least(${now.toISOString()}::timestamptz, clock_timestamp())`,
  finishedAt: null,
});

/**
 * Makes a finished delivery pending again: same id, same body, to the subscription's present URL, with a new run of attempts; the record of
 * earlier attempts stays and their numbers go on.
 * @throws NotFound for another brand's delivery or without a subscription, BadRequest when it is pending or the subscription off, Forbidden
 *   without `manage`
 */
export async function replayDelivery(ctx: Ctx, input: { brandId: string; deliveryId: string }): Promise<void> {
  const { brandId, deliveryId } = input;
  await requirePermission(ctx, brandId, "manage");
  if (!isUuid(deliveryId)) throw new NotFound(MISSING);
  await ctx.db.transaction(async (tx) => {
    const own = and(eq(deliveries.id, deliveryId), eq(deliveries.brandId, brandId));
    const [found] = await tx
      .select({ toolSlug: deliveries.toolSlug, type: deliveries.type })
      .from(deliveries)
      .where(own);
    if (!found) throw new NotFound(MISSING);
    await requireSubscription(tx, { brandId, toolSlug: found.toolSlug });
    const replayed = await tx
      .update(deliveries)
      .set(startedOver(ctx.now))
      .where(and(own, inArray(deliveries.status, ["delivered", "dead", "cancelled"])))
      .returning({ id: deliveries.id });
    if (replayed.length === 0) throw new BadRequest("The delivery is still pending.");
    await recordAudit(
      { ...ctx, db: tx },
      {
        brandId,
        action: "delivery.replayed",
        target: { kind: "delivery", id: deliveryId, label: `${found.type} to ${found.toolSlug}` },
      },
    );
  });
}

/**
 * Makes every dead or cancelled delivery of a subscription pending again that was recorded at `since` or later, and gives their number.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export async function replayFailedSince(ctx: Ctx, input: SubscriptionKey & { since: Date }): Promise<number> {
  const { brandId, toolSlug, since } = input;
  await requirePermission(ctx, brandId, "manage");
  return ctx.db.transaction(async (tx) => {
    await requireSubscription(tx, input);
    const replayed = await tx
      .update(deliveries)
      .set(startedOver(ctx.now))
      .where(
        and(
          eq(deliveries.brandId, brandId),
          eq(deliveries.toolSlug, toolSlug),
          inArray(deliveries.status, ["dead", "cancelled"]),
          gte(deliveries.createdAt, since),
        ),
      )
      .returning({ id: deliveries.id });
    if (replayed.length > 0) {
      await recordAudit(
        { ...ctx, db: tx },
        {
          brandId,
          action: "delivery.failed_replayed",
          target: { kind: "subscription", id: toolSlug, label: `${replayed.length} to ${toolSlug}` },
        },
      );
    }
    return replayed.length;
  });
}
