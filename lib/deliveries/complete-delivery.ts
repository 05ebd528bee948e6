import { and, eq, sql } from "drizzle-orm";
import { brands, childContextDeliveries as deliveries, deliveryAttempts, subscriptions } from "@/db/schema";
import { recordAudit } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { afterFailure, offReason, stoppedReason, turnOffReason } from "./after-failure";
import { cancelPendingDeliveries } from "./cancel-deliveries";
import type { ClaimedDelivery } from "./claim-due-deliveries";
import { isDelivered, type SendResult } from "./send-result";

export interface Completion {
  delivery: ClaimedDelivery;
  result: SendResult;
}

/**
 * Records what an attempt came to and decides what follows, all in one transaction, at `ctx.now` by the clock
 * that leases are made with; true when it was this claim's to decide.
 *
 * Fenced by the lease token: once the lease went to somebody else, nothing at all changes and the answer is false. A success ends the run of
 * failures. 410 turns the subscription off at once, five days of nothing but failures do so too, and what is pending for it is cancelled with the
 * reason. An answer from a URL that has been replaced meanwhile says nothing about the new one. Source: docs/decisions.md, Webhook deliveries.
 */
export async function completeDelivery(ctx: Ctx, { delivery, result }: Completion): Promise<boolean> {
  const { now } = ctx;
  const { brandId, toolSlug } = delivery;
  const ofSubscription = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
  const leased = and(eq(deliveries.id, delivery.id), eq(deliveries.leaseToken, delivery.leaseToken));

  return inTransaction(ctx, async (within) => {
    const tx = within.db;
    // Turning off writes an audit entry, which refers to the brand: who holds a brand's lock goes on to its subscriptions, so it comes first.
    if (!isDelivered(result))
      await tx.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("key share");
    // The subscription before its deliveries, as in a claim: one order of locks for all.
    const [subscription] = await tx
      .select({ row: subscriptions, archivedAt: brands.archivedAt })
      .from(subscriptions)
      .innerJoin(brands, eq(brands.id, subscriptions.brandId))
      .where(ofSubscription)
      .for("no key update", { of: subscriptions });
    const [held] = await tx
      .select({ attempts: deliveries.attempts })
      .from(deliveries)
      .where(leased)
      .for("no key update");
    if (!held) return false;

    await tx.insert(deliveryAttempts).values({
      deliveryId: delivery.id,
      attempt: delivery.attempt,
      startedAt: delivery.claimedAt,
      durationMs: result.durationMs,
      webhookUrl: delivery.webhookUrl,
      statusCode: result.status,
      errorClass: result.errorClass,
      responseExcerpt: result.responseExcerpt,
    });
    const attempts = held.attempts + 1;
    const released = { attempts, leaseToken: null, leaseUntil: null };
    const answering = subscription?.row.webhookUrl === delivery.webhookUrl ? subscription.row : null;

    if (isDelivered(result)) {
      await tx
        .update(deliveries)
        .set({ ...released, status: "delivered", finishedAt: now })
        .where(leased);
      if (answering?.failingSince) await tx.update(subscriptions).set({ failingSince: null }).where(ofSubscription);
      return true;
    }

    const failingSince = answering?.failingSince ?? delivery.claimedAt;
    const off = answering?.enabled ? turnOffReason(result, failingSince, now) : null;
    const stopReason = off ? offReason(off) : stoppedReason(subscription);
    const outcome = afterFailure(ctx, { type: delivery.type, attempts, result, stopReason });
    await tx
      .update(deliveries)
      .set({ ...released, ...outcome })
      .where(leased);
    if (off) {
      const hub: Ctx = { ...within, actor: { kind: "system", name: "Brand Identity Hub" } };
      await recordAudit(hub, {
        brandId,
        action: "subscription.disabled",
        target: { kind: "subscription", id: toolSlug, label: toolSlug },
        diff: { enabled: [true, false], reason: [null, off] },
      });
      const turnedOff = { enabled: false, disabledReason: off, disabledAt: now, failingSince };
      await tx.update(subscriptions).set(turnedOff).where(ofSubscription);
      await cancelPendingDeliveries(within, { brandId, toolSlug, reason: offReason(off) });
    } else if (answering && !answering.failingSince) {
      await tx.update(subscriptions).set({ failingSince }).where(ofSubscription);
    }
    return true;
  });
}
