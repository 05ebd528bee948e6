import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { childContextDeliveries as deliveries } from "@/db/schema";
import type { Ctx } from "../context";

export interface Cancellation {
  /** One brand, or several at once. */
  brandId: string | readonly string[];
  /** Left out: those of every tool. */
  toolSlug?: string;
  /** A sentence for people. */
  reason: string;
}

/**
 * Cancels what is pending for brands, or for one tool of it, in the caller's transaction, and gives the number.
 *
 * Call it after the change that stops further deliveries. One that is being sent just now is left to its attempt, which is then recorded and,
 * unless it succeeds, cancelled too (`completeDelivery`). What has a URL of its own goes out nevertheless.
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
 * Cancels what can never be sent again, and gives the number: what is pending although its subscription is off or gone or its brand archived,
 * because its sender died during the attempt or it was recorded in the same moment. Each branch starts from the few rows concerned.
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
          join child_context_deliveries d on d.brand_id = s.brand_id and d.tool_slug = s.tool_slug and d.status = 'pending'
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
