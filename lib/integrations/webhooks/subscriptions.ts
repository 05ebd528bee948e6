import { and, eq } from "drizzle-orm";
import { subscriptions } from "@/db/schema";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { offReason } from "./after-failure";
import { cancelPendingDeliveries } from "./cancel-deliveries";
import { lockSubscribers, type Subscriber } from "./enqueue-deliveries";
import { findMissed, type Missed } from "./missed";
import { endCoolDown } from "./receiver";

const MISSING = "The brand has no subscription for this tool.";

export interface SubscriptionKey {
  brandId: string;
  toolSlug: string;
}

/**
 * Guarantees a subscription that is on, and that it stays there until the transaction ends.
 * @throws NotFound when there is none, BadRequest while it is off
 */
export async function requireSubscription(ctx: Ctx, { brandId, toolSlug }: SubscriptionKey): Promise<Subscriber> {
  const subscribers = await lockSubscribers(ctx, [brandId]);
  const subscriber = subscribers.find((candidate) => candidate.toolSlug === toolSlug);
  if (!subscriber) throw new NotFound(MISSING);
  if (!subscriber.enabled) throw new BadRequest("The subscription is off. Turn it on first.");
  return subscriber;
}

/** The subscription as it stands, which nobody else turns on or off until the transaction ends. @throws NotFound when there is none */
async function lockSubscription({ db }: Ctx, { brandId, toolSlug }: SubscriptionKey) {
  const own = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
  const [row] = await db.select().from(subscriptions).where(own).for("no key update");
  if (!row) throw new NotFound(MISSING);
  return { row, own };
}

export const BY_HAND = "It was turned off by hand.";

/**
 * Turns a subscription off and cancels what is pending for it; false when it was off already.
 * @throws NotFound without a subscription, Forbidden without `manage`
 */
export async function disableSubscription(ctx: Ctx, { brandId, toolSlug }: SubscriptionKey): Promise<boolean> {
  await requirePermission(ctx, brandId, "manage");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "manage");
    const { row: before, own } = await lockSubscription(tx, { brandId, toolSlug });
    if (!before.enabled) return false;
    await tx.db.update(subscriptions).set({ enabled: false, disabledReason: BY_HAND, disabledAt: ctx.now }).where(own);
    await cancelPendingDeliveries(tx, { brandId, toolSlug, reason: offReason(BY_HAND) });
    await recordAudit(tx, {
      brandId,
      action: "subscription.disabled",
      target: { kind: "subscription", id: toolSlug, label: toolSlug },
      diff: { enabled: [true, false] },
    });
    return true;
  });
}

/**
 * Turns a subscription on and says what has not been delivered since its last success, null where nothing; undefined when it was on already.
 * @throws NotFound without a subscription, Forbidden without `manage`
 */
export async function enableSubscription(ctx: Ctx, key: SubscriptionKey): Promise<Missed | null | undefined> {
  const { brandId, toolSlug } = key;
  await requirePermission(ctx, brandId, "manage");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "manage");
    const { row: before, own } = await lockSubscription(tx, key);
    if (before.enabled) return undefined;
    await tx.db
      .update(subscriptions)
      .set({ enabled: true, disabledReason: null, disabledAt: null, failingSince: null })
      .where(own);
    await recordAudit(tx, {
      brandId,
      action: "subscription.enabled",
      target: { kind: "subscription", id: toolSlug, label: toolSlug },
      diff: { enabled: [false, true] },
    });
    await endCoolDown(tx, key);
    return (await findMissed(tx, { brandId, toolSlugs: [toolSlug] })).get(toolSlug) ?? null;
  });
}
