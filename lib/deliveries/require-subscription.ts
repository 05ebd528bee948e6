import type { Database } from "@/db/client";
import { BadRequest, NotFound } from "@/lib/kernel/errors";
import { lockSubscribers, type Subscriber } from "./insert-deliveries";

export interface SubscriptionKey {
  brandId: string;
  toolSlug: string;
}

/**
 * Guarantees a subscription that is on, and that it stays there until the transaction ends.
 * @throws NotFound when there is none, BadRequest while it is off
 */
export async function requireSubscription(tx: Database, { brandId, toolSlug }: SubscriptionKey): Promise<Subscriber> {
  const subscribers = await lockSubscribers(tx, [brandId]);
  const subscriber = subscribers.find((candidate) => candidate.toolSlug === toolSlug);
  if (!subscriber) throw new NotFound("The brand has no subscription for this tool.");
  if (!subscriber.enabled) throw new BadRequest("The subscription is off. Turn it on first.");
  return subscriber;
}
