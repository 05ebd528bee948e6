import { inArray, sql } from "drizzle-orm";
import { subscriptions } from "@/db/schema";
import type { ChangedPart, IdentityUpdated, RelayedEvent } from "@/lib/contract";
import type { Ctx } from "@/lib/kernel/context";
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
export async function lockSubscribers({ db }: Ctx, brandIds: readonly string[]): Promise<Subscriber[]> {
  if (brandIds.length === 0) return [];
  return db
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
export async function insertDeliveries({ db, now }: Ctx, messages: readonly Message[]): Promise<string[]> {
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
  await db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, status, reason, due_at, created_at, finished_at)
    select id, brand_id, tool_slug, type, body, status, reason, least(${at}::timestamptz, clock_timestamp()), ${at}::timestamptz,
           case when status = 'cancelled' then ${at}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row(id uuid, brand_id uuid, tool_slug text, type text, body text, status text, reason text)`);
  return rows.map(({ id }) => id);
}

const countSent = (messages: readonly Message[]): number =>
  messages.filter(({ subscriber }) => subscriber.enabled).length;

export interface IdentityUpdate {
  brandId: string;
  brandSlug: string;
  version: number;
  previousVersion: number;
  changed: readonly ChangedPart[];
}

/**
 * Records one `identity.updated` for every subscription of the brand, in the caller's transaction, and gives the number of those that go out.
 *
 * The body is stored as the exact text that will be signed and sent; its `id` is the delivery's. Where the subscription is off, the delivery is
 * recorded as `cancelled`, with the reason. Source: docs/decisions.md, Webhook deliveries.
 */
export async function enqueueIdentityUpdated(ctx: Ctx, update: IdentityUpdate): Promise<number> {
  const subscribers = await lockSubscribers(ctx, [update.brandId]);
  const messages = subscribers.map((subscriber): Message => {
    const bodyOf = (id: string): IdentityUpdated => ({
      id,
      type: "identity.updated",
      occurred_at: ctx.now.toISOString(),
      brand_id: update.brandId,
      brand_slug: update.brandSlug,
      identity_version: update.version,
      previous_version: update.previousVersion,
      changed: [...update.changed],
    });
    return { subscriber, type: "identity.updated", bodyOf };
  });
  await insertDeliveries(ctx, messages);
  return countSent(messages);
}

/** An accepted event on its way to one other tool. */
export interface Relay {
  toTool: string;
  brandId: string;
  type: string;
  /** As the sender wrote it. */
  occurredAt: string;
  sourceTool: string;
  traceId: string | null;
  payload: Record<string, unknown>;
}

/**
 * Records one delivery for every relay whose tool has a subscription for the brand, in the caller's transaction, and gives the number of those that go
 * out. Who is to receive what is the caller's decision. Source: docs/decisions.md, Events.
 */
export async function enqueueRelayedEvents(ctx: Ctx, { relays }: { relays: readonly Relay[] }): Promise<number> {
  const subscribers = await lockSubscribers(ctx, [...new Set(relays.map(({ brandId }) => brandId))]);
  const key = (brandId: string, toolSlug: string) => `${brandId} ${toolSlug}`;
  const byKey = new Map(subscribers.map((subscriber) => [key(subscriber.brandId, subscriber.toolSlug), subscriber]));
  const messages = relays.flatMap((relay): Message[] => {
    const subscriber = byKey.get(key(relay.brandId, relay.toTool));
    if (!subscriber) return [];
    const bodyOf = (id: string): RelayedEvent => ({
      id,
      type: relay.type,
      occurred_at: relay.occurredAt,
      brand_id: relay.brandId,
      source_tool: relay.sourceTool,
      trace_id: relay.traceId,
      payload: relay.payload,
    });
    return [{ subscriber, type: relay.type, bodyOf }];
  });
  await insertDeliveries(ctx, messages);
  return countSent(messages);
}
