import type { Database } from "@/db/client";
import type { ChangedPart, IdentityUpdated, RelayedEvent } from "@/lib/contract";
import { insertDeliveries, lockSubscribers, type Message } from "./insert-deliveries";

export interface IdentityUpdate {
  brandId: string;
  brandSlug: string;
  version: number;
  previousVersion: number;
  changed: readonly ChangedPart[];
  occurredAt: Date;
}

/**
 * Records one `identity.updated` for every subscription of the brand, in the caller's transaction, and gives their number.
 *
 * The body is stored as the exact text that will be signed and sent; its `id` is the delivery's. Where the subscription is off, the delivery is
 * recorded as `cancelled`, with the reason. Source: docs/decisions.md, Webhook deliveries.
 */
export async function enqueueIdentityUpdated(tx: Database, update: IdentityUpdate): Promise<number> {
  const subscribers = await lockSubscribers(tx, [update.brandId]);
  const messages = subscribers.map((subscriber): Message => {
    const bodyOf = (id: string): IdentityUpdated => ({
      id,
      type: "identity.updated",
      occurred_at: update.occurredAt.toISOString(),
      brand_id: update.brandId,
      brand_slug: update.brandSlug,
      identity_version: update.version,
      previous_version: update.previousVersion,
      changed: [...update.changed],
    });
    return { subscriber, type: "identity.updated", bodyOf };
  });
  return (await insertDeliveries(tx, messages, update.occurredAt)).length;
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
 * Records one delivery for every relay whose tool has a subscription for the brand, in the caller's transaction, and gives their number.
 * Who is to receive what is the caller's decision. Source: docs/decisions.md, Events.
 */
export async function enqueueRelayedEvents(tx: Database, relays: readonly Relay[], now: Date): Promise<number> {
  const subscribers = await lockSubscribers(tx, [...new Set(relays.map(({ brandId }) => brandId))]);
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
  return (await insertDeliveries(tx, messages, now)).length;
}
