import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { childContextDeliveries as deliveries } from "@/db/schema";
import type { Ctx } from "../context";

export interface Cancellation {
  brandId: string | readonly string[];
  toolSlug?: string;
  reason: string;
}

/**
 * Cancels pending deliveries of brands, or of one tool for them, in the caller's transaction. Returns their number.
 *
 * Call it after the change that stops new ones. Attempts in flight finish; `completeDelivery` cancels failed ones.
 * Deliveries with their own URL still go out.
 */
export async function cancelPendingDeliveries(
  { db, now }: Ctx,
  { brandId, toolSlug, reason }: Cancellation,
): Promise<number> {
  const cancelled = await db
    .update(deliveries)
    .set({ status: "cancelled", reason, finishedAt: now })
    .where(
      and(
        typeof brandId === "string" ? eq(deliveries.brandId, brandId) : inArray(deliveries.brandId, [...brandId]),
        toolSlug === undefined ? undefined : eq(deliveries.toolSlug, toolSlug),
        eq(deliveries.status, "pending"),
        isNull(deliveries.leaseToken),
        isNull(deliveries.webhookUrl),
      ),
    )
    .returning({ id: deliveries.id });
  return cancelled.length;
}

/**
 * Cancels pending deliveries whose subscription is off or gone or whose brand is archived, and returns their number.
 * They remain when a sender died or recorded an attempt at that moment. Each branch of the query starts from few rows.
 */
export async function cancelStrandedDeliveries({ db, now }: Ctx): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const cancelled = await db
    .update(deliveries)
    .set({
      status: "cancelled",
      reason: "The subscription was turned off or removed, or the brand archived, before this was sent.",
      leaseToken: null,
      leaseUntil: null,
      finishedAt: now,
    })
    .where(
      sql`${deliveries.id} in (
        select id from child_context_deliveries
        where id in (
          select d.id from child_context_deliveries d
          where d.lease_token is not null and d.webhook_url is null
            and not exists (select from subscriptions s where s.brand_id = d.brand_id and s.tool_slug = d.tool_slug)
          union all
          select d.id from subscriptions s
          join child_context_deliveries d on d.brand_id = s.brand_id and d.tool_slug = s.tool_slug
            and d.status = 'pending'
          where not s.enabled
          union all
          select d.id from brands b
          join child_context_deliveries d on d.brand_id = b.id and d.status = 'pending' and d.webhook_url is null
          where b.archived_at is not null)
          and (lease_until is null or lease_until <= ${at})
        for update skip locked)`,
    )
    .returning({ id: deliveries.id });
  return cancelled.length;
}
