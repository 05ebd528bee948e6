import { desc, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { MOST_COUNTED } from "@/lib/platform/counted";
import type { Ctx } from "../context";
import { type DeliveryFilter, type DeliveryStatus, failedAttempts, fitting } from "./list-deliveries";

/** How many deliveries there are of each status; `retrying` are a part of the pending ones. */
export type DeliveryTotals = Record<DeliveryStatus | "retrying" | "all", number> & {
  /** True where there are more than were counted: `MOST_COUNTED`, the newest. */
  more: boolean;
};

/**
 * Counts a brand's deliveries that fit the filter by their status, over the newest 1,000: a list of a million is not read whole for its heading.
 * @throws NotFound for non-members
 */
export async function countDeliveries(ctx: Ctx, query: DeliveryFilter & { brandId: string }): Promise<DeliveryTotals> {
  await requirePermission(ctx, query.brandId, "read");
  const newest = ctx.db
    .select({
      status: deliveries.status,
      retrying: sql<boolean>`${deliveries.status} = 'pending' and ${failedAttempts} > 0`.as("retrying"),
    })
    .from(deliveries)
    .where(fitting(query.brandId, query))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(MOST_COUNTED + 1)
    .as("newest");
  const counting = ctx.db
    .select({ status: newest.status, retrying: newest.retrying, count: sql<number>`count(*)::int` })
    .from(newest)
    .groupBy(newest.status, newest.retrying);
  const rows = await refusingUnstorable(async () => counting);
  const totals: DeliveryTotals = { all: 0, pending: 0, retrying: 0, delivered: 0, dead: 0, cancelled: 0, more: false };
  for (const { status, retrying, count } of rows) {
    totals.all += count;
    totals[status] += count;
    if (retrying) totals.retrying += count;
  }
  return { ...totals, more: totals.all > MOST_COUNTED };
}
