import { and, eq, gte, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import { childContextDeliveries as deliveries } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { TEST_EVENT_TYPE } from "./after-failure";
import { endCoolDown } from "./receiver";
import { replayInParts, startedOver, waitingToRetry } from "./replay-in-parts";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";

const MISSING = "There is no such delivery.";
const BODY_REMOVED = "Its body is not kept any more, so there is nothing to send again.";

/**
 * Sends a delivery anew that is over or waits after a failure: same id, same body, to the subscription's present URL, due now, with a new run of
 * attempts; the record of earlier attempts stays and their numbers go on.
 * @throws NotFound for another brand's delivery or without a subscription, BadRequest before its first attempt is over, during one, or while
 *   the subscription is off, Forbidden without `manage`
 */
export async function replayDelivery(ctx: Ctx, input: { brandId: string; deliveryId: string }): Promise<void> {
  const { brandId, deliveryId } = input;
  await requirePermission(ctx, brandId, "manage");
  if (!isUuid(deliveryId)) throw new NotFound(MISSING);
  await inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "manage");
    const own = and(eq(deliveries.id, deliveryId), eq(deliveries.brandId, brandId));
    const [found] = await tx.db
      .select({ toolSlug: deliveries.toolSlug, type: deliveries.type, bodyRemovedAt: deliveries.bodyRemovedAt })
      .from(deliveries)
      .where(own);
    if (!found) throw new NotFound(MISSING);
    if (found.bodyRemovedAt) throw new BadRequest(BODY_REMOVED);
    await requireSubscription(tx, { brandId, toolSlug: found.toolSlug });
    const replayed = await tx.db
      .update(deliveries)
      .set(startedOver(ctx.now))
      .where(
        and(
          own,
          isNull(deliveries.bodyRemovedAt),
          or(inArray(deliveries.status, ["delivered", "dead", "cancelled"]), waitingToRetry(ctx.now)),
        ),
      )
      .returning({ id: deliveries.id });
    if (replayed.length === 0) throw new BadRequest("It is due or being sent already.");
    await recordAudit(tx, {
      brandId,
      action: "delivery.replayed",
      target: { kind: "delivery", id: deliveryId, label: `${found.type} to ${found.toolSlug}` },
    });
    await endCoolDown(tx, { brandId, toolSlug: found.toolSlug });
  });
  ctx.wakeTick();
}

/** Sends the deliveries of a subscription anew that `which` says, and gives their number. */
async function replayThose(ctx: Ctx, key: SubscriptionKey, which: SQL | undefined): Promise<number> {
  const { brandId, toolSlug } = key;
  await requirePermission(ctx, brandId, "manage");
  return replayInParts(ctx, {
    brandId,
    which: and(eq(deliveries.toolSlug, toolSlug), isNull(deliveries.bodyRemovedAt), which),
    hold: (tx) => requireSubscription(tx, key),
    entryOf: ({ count }) => ({
      action: "delivery.failed_replayed",
      target: { kind: "subscription", id: toolSlug, label: `${count} to ${toolSlug}` },
    }),
  });
}

const isUndelivered = inArray(deliveries.status, ["dead", "cancelled"]);

/**
 * Sends every delivery of a subscription anew that is dead, cancelled or waits after a failure and was recorded at `since` or later, and gives
 * their number, in parts of 500.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export const replayFailedSince = (ctx: Ctx, { since, ...key }: SubscriptionKey & { since: Date }): Promise<number> =>
  replayThose(ctx, key, and(or(isUndelivered, waitingToRetry(ctx.now)), gte(deliveries.createdAt, since)));

/**
 * Sends every delivery of a subscription anew that was given up or cancelled at `since` or later (`findMissed`), and gives their number.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export const replayMissed = (ctx: Ctx, { since, ...key }: SubscriptionKey & { since: Date }): Promise<number> =>
  replayThose(ctx, key, and(isUndelivered, ne(deliveries.type, TEST_EVENT_TYPE), gte(deliveries.finishedAt, since)));
