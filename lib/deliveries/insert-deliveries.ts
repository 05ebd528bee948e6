import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { subscriptions } from "@/db/schema";
import { newId } from "@/lib/kernel/ids";
import { offReason } from "./after-failure";

/** A subscription as the outbox sees it. */
export interface Subscriber {
  brandId: string;
  toolSlug: string;
  enabled: boolean;
  disabledReason: string | null;
}

/** One message to one subscriber; `bodyOf` gets the id that the body must carry. */
export interface Message {
  subscriber: Subscriber;
  type: string;
  bodyOf: (id: string) => object;
}

/**
 * The subscriptions of the brands, which cannot go away until the caller's transaction ends: nobody can end an entitlement, cancel what
 * is pending, and then see a delivery appear. The lock is the weakest that does so: sending goes on meanwhile.
 */
export async function lockSubscribers(tx: Database, brandIds: readonly string[]): Promise<Subscriber[]> {
  if (brandIds.length === 0) return [];
  return tx
    .select({
      brandId: subscriptions.brandId,
      toolSlug: subscriptions.toolSlug,
      enabled: subscriptions.enabled,
      disabledReason: subscriptions.disabledReason,
    })
    .from(subscriptions)
    .where(inArray(subscriptions.brandId, [...brandIds]))
    .orderBy(subscriptions.brandId, subscriptions.toolSlug)
    .for("key share");
}

/**
 * Writes one delivery per message in a single statement, whatever their number, and gives their ids in order.
 *
 * Due at once; recorded as `cancelled`, with the reason, where the subscription is off. The due time is never later than the database's
 * own clock, so that a process whose clock runs ahead delays nothing.
 */
export async function insertDeliveries(tx: Database, messages: readonly Message[], now: Date): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = messages.map(({ subscriber, type, bodyOf }) => {
    const id = newId();
    return {
      id,
      brand_id: subscriber.brandId,
      tool_slug: subscriber.toolSlug,
      type,
      body: JSON.stringify(bodyOf(id)),
      status: subscriber.enabled ? "pending" : "cancelled",
      reason: subscriber.enabled ? null : offReason(subscriber.disabledReason),
    };
  });
  const at = now.toISOString();
  await tx.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, status, reason, due_at, created_at, finished_at)
    select id, brand_id, tool_slug, type, body, status, reason, least(${at}::timestamptz, clock_timestamp()), ${at}::timestamptz,
           case when status = 'cancelled' then ${at}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row(id uuid, brand_id uuid, tool_slug text, type text, body text, status text, reason text)`);
  return rows.map(({ id }) => id);
}
