import { and, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries, subscriptions } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { Ctx } from "../context";
import { TEST_EVENT_TYPE } from "./after-failure";
import { MOST_REPLAYED } from "./endpoint-view";
import { lockSubscribers } from "./enqueue-deliveries";
import { type DeliveryFilter, matching } from "./list-deliveries";
import { replayInParts, waitingToRetry } from "./replay-in-parts";

export type ReplayFilter = DeliveryFilter & { brandId: string };

/** Fits the filter and can be sent anew: over, or waiting after a failure, with its body, to a subscription that is on. Nobody repeats a test. */
const replayable = ({ now }: Ctx, { brandId, ...filter }: ReplayFilter): SQL | undefined =>
  and(
    matching(brandId, filter),
    isNull(deliveries.bodyRemovedAt),
    ne(deliveries.type, TEST_EVENT_TYPE),
    lte(deliveries.createdAt, now),
    or(ne(deliveries.status, "pending"), waitingToRetry(now)),
    sql`exists (select from ${subscriptions} s
      where s.brand_id = ${deliveries.brandId} and s.tool_slug = ${deliveries.toolSlug} and s.enabled)`,
  );

/** How many deliveries `replayMatching` would send anew; at most one more than `MOST_REPLAYED`. @throws Forbidden without `manage` */
export async function countReplayable(ctx: Ctx, filter: ReplayFilter): Promise<number> {
  await requirePermission(ctx, filter.brandId, "manage");
  const some = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(deliveries)
    .where(replayable(ctx, filter))
    .limit(MOST_REPLAYED + 1)
    .as("some");
  const counting = ctx.db.select({ count: sql<number>`count(*)::int` }).from(some);
  const [row] = await refusingUnstorable(async () => counting);
  return row?.count ?? 0;
}

/**
 * Sends every delivery anew that fits the filter and can be, the oldest first and 10,000 at most, and gives their number. In parts of 500, each of
 * which holds, with its entry of the log, whatever becomes of the next. What was recorded after `ctx.now` is left alone.
 * @throws Forbidden without `manage`
 */
export async function replayMatching(ctx: Ctx, filter: ReplayFilter): Promise<number> {
  const { brandId } = filter;
  await requirePermission(ctx, brandId, "manage");
  return refusingUnstorable(() =>
    replayInParts(ctx, {
      brandId,
      which: replayable(ctx, filter),
      hold: (tx) => lockSubscribers(tx, [brandId]),
      entryOf: ({ count, toolSlugs }) => ({
        action: "delivery.many_replayed",
        target: { kind: "brand", id: brandId, label: `${count} to ${toolSlugs.join(", ")}`.slice(0, 200) },
      }),
      atMost: MOST_REPLAYED,
    }),
  );
}
