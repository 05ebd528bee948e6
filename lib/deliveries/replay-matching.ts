import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries, subscriptions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { lockBrand, requirePermission } from "@/lib/members/server";
import { TEST_EVENT_TYPE } from "./after-failure";
import { MOST_TOTALLED } from "./endpoint-view";
import { lockSubscribers } from "./enqueue-deliveries";
import { type DeliveryFilter, matching } from "./list-deliveries";
import { endCoolDown } from "./receiver";
import { startedOver, waitingToRetry } from "./replay-delivery";

/** Deliveries of one transaction: whoever publishes or sends meanwhile waits for no more. */
const AT_ONCE = 500;

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

/** How many deliveries `replayMatching` would send anew; at most one more than `MOST_TOTALLED`. @throws Forbidden without `manage` */
export async function countReplayable(ctx: Ctx, filter: ReplayFilter): Promise<number> {
  await requirePermission(ctx, filter.brandId, "manage");
  const some = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(deliveries)
    .where(replayable(ctx, filter))
    .limit(MOST_TOTALLED + 1)
    .as("some");
  const counting = ctx.db.select({ count: sql<number>`count(*)::int` }).from(some);
  const [row] = await refusingUnstorable(async () => counting);
  return row?.count ?? 0;
}

interface Place {
  createdAt: Date;
  id: string;
}

interface Replayed {
  count: number;
  last: Place | null;
}

/** Sends some of them anew, the oldest after the place first; gives how many, and the place of the last. */
async function replaySome(tx: Ctx, filter: ReplayFilter, after: Place | null): Promise<Replayed> {
  const { brandId } = filter;
  await lockBrand(tx, brandId, "manage");
  // They stay, and stay on, until these are recorded.
  await lockSubscribers(tx, [brandId]);
  const chosen = await tx.db
    .select({ id: deliveries.id, createdAt: deliveries.createdAt, toolSlug: deliveries.toolSlug })
    .from(deliveries)
    .where(
      and(
        replayable(tx, filter),
        after
          ? or(
              gt(deliveries.createdAt, after.createdAt),
              and(eq(deliveries.createdAt, after.createdAt), gt(deliveries.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(deliveries.createdAt, deliveries.id)
    .limit(AT_ONCE)
    .for("no key update", { skipLocked: true });
  if (chosen.length === 0) return { count: 0, last: null };
  const ids = chosen.map(({ id }) => id);
  await tx.db.update(deliveries).set(startedOver(tx.now)).where(inArray(deliveries.id, ids));
  const toolSlugs = [...new Set(chosen.map(({ toolSlug }) => toolSlug))].toSorted();
  await recordAudit(tx, {
    brandId,
    action: "delivery.many_replayed",
    target: { kind: "brand", id: brandId, label: `${chosen.length} to ${toolSlugs.join(", ")}`.slice(0, 200) },
  });
  for (const toolSlug of toolSlugs) await endCoolDown(tx, { brandId, toolSlug });
  return { count: chosen.length, last: chosen.at(-1) ?? null };
}

/**
 * Sends every delivery anew that fits the filter and can be, the oldest first and 10,000 at most, and gives their number. In parts of 500, each of
 * which holds, with its entry of the log, whatever becomes of the next. What was recorded after `ctx.now` is left alone.
 * @throws Forbidden without `manage`
 */
export async function replayMatching(ctx: Ctx, filter: ReplayFilter): Promise<number> {
  await requirePermission(ctx, filter.brandId, "manage");
  let count = 0;
  let place: Place | null = null;
  do {
    const after: Place | null = place;
    const some: Replayed = await refusingUnstorable(() => inTransaction(ctx, (tx) => replaySome(tx, filter, after)));
    count += some.count;
    place = some.count === AT_ONCE ? some.last : null;
    if (some.count > 0) ctx.wakeTick();
  } while (place && count < MOST_TOTALLED);
  return count;
}
