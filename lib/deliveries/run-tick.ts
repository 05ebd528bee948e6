import { tools } from "@/db/schema";
import { atPresent, type Ctx } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { cancelStrandedDeliveries } from "./cancel-deliveries";
import { type ClaimedDelivery, claimDueDeliveries } from "./claim-due-deliveries";
import { completeDelivery } from "./complete-delivery";
import { holdReason } from "./endpoint-view";
import { isDelivered, type SendResult } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { signDelivery } from "./sign-delivery";

/** A tick claims nothing more after this, so that it ends before the next begins. */
export const CLAIMING_MS = 45_000;
const MAX_IN_FLIGHT = 32;
/** A tool that hangs for all of its brands still leaves three quarters of the slots to the others. */
const MAX_IN_FLIGHT_PER_TOOL = 8;

type Send = typeof sendWebhook;

/** `processed`: deliveries attempted in this tick; `failed`: those of them that did not get a whole 2xx. */
export interface DispatchReport {
  processed: number;
  failed: number;
}

/** Signs and sends; whatever goes wrong on this side counts as a failed attempt, so that it backs off like any other. */
async function attempt(ctx: Ctx, delivery: ClaimedDelivery, send: Send): Promise<SendResult> {
  const { id, type, body, webhookUrl, claimedAt } = delivery;
  try {
    const headers = signDelivery({
      id,
      event: type,
      attempt: delivery.attempt,
      body,
      secrets: ctx.secrets.webhook(delivery.toolSlug),
      timestampSeconds: claimedAt.getTime() / 1000,
    });
    return await send({ url: webhookUrl, headers, body, policy: ctx.webhookPolicy, now: claimedAt });
  } catch (error) {
    log.error({ err: error, deliveryId: id, tool: delivery.toolSlug }, "a delivery could not be sent");
    return { status: null, errorClass: "network", durationMs: 0, responseExcerpt: "", retryAfterSeconds: null };
  }
}

/** One delivery from claim to record; never rejects: what could not be recorded is sent again once its lease ends. */
async function dispatch(ctx: Ctx, delivery: ClaimedDelivery, report: DispatchReport, send: Send): Promise<void> {
  const result = await attempt(ctx, delivery, send);
  report.processed += 1;
  if (!isDelivered(result)) report.failed += 1;
  try {
    const held = await completeDelivery(await atPresent(ctx), { delivery, result });
    if (!held) log.warn({ deliveryId: delivery.id }, "a delivery was sent, but its lease had gone to another sender");
  } catch (error) {
    log.error({ err: error, deliveryId: delivery.id }, "an attempt could not be recorded; it will be repeated");
  }
}

/**
 * Sends what is due, and says how much that was. Ticks may overlap, on any number of machines.
 *
 * At most 32 at a time, 8 of them for one tool and 2 for one subscription, so that a hanging receiver never holds up the others. Claiming ends
 * after 45 s; what is under way then is finished. A process that dies loses nothing: its leases end after 30 s, and what they held is sent
 * again under the same id. @throws what the database throws, after everything under way has ended
 */
export async function runDispatchTick(ctx: Ctx, { send = sendWebhook }: { send?: Send } = {}): Promise<DispatchReport> {
  const report: DispatchReport = { processed: 0, failed: 0 };
  const underWay = new Map<ClaimedDelivery, Promise<void>>();
  const claim = async (present: Ctx) => {
    const busy = (slug: string) => [...underWay.keys()].filter(({ toolSlug }) => toolSlug === slug).length;
    const open = served
      .map(({ slug }) => ({ slug, free: MAX_IN_FLIGHT_PER_TOOL - busy(slug) }))
      .filter(({ free }) => free > 0);
    const limit = MAX_IN_FLIGHT - underWay.size;
    return open.length === 0 || limit === 0 ? [] : claimDueDeliveries(present, { tools: open, limit });
  };

  const start = await atPresent(ctx);
  await cancelStrandedDeliveries(start);
  const registered = await ctx.db.select({ slug: tools.slug, status: tools.status }).from(tools);
  const served = registered.filter((tool) => holdReason(ctx, tool) === null);
  try {
    for (;;) {
      const present = await atPresent(ctx);
      const before = underWay.size;
      const claimed = present.now.getTime() - start.now.getTime() < CLAIMING_MS ? await claim(present) : [];
      const ended = underWay.size < before;
      for (const delivery of claimed) {
        underWay.set(
          delivery,
          dispatch(ctx, delivery, report, send).finally(() => underWay.delete(delivery)),
        );
      }
      // What ended while the claim ran held its subscription's lock, which the claim skipped.
      if (claimed.length > 0 || ended) continue;
      if (underWay.size === 0) return report;
      await Promise.race(underWay.values());
    }
  } finally {
    await Promise.all(underWay.values());
  }
}
