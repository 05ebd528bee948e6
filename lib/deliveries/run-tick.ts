import type { Database } from "@/db/client";
import type { Clock } from "@/db/clock";
import { tools } from "@/db/schema";
import { log } from "@/lib/kernel/log";
import { cancelStrandedDeliveries } from "./cancel-deliveries";
import { type ClaimedDelivery, claimDueDeliveries } from "./claim-due-deliveries";
import { completeDelivery } from "./complete-delivery";
import { holdReason, type SecretsOf } from "./hold-reason";
import { isDelivered, type SendResult } from "./send-result";
import { sendWebhook, type WebhookRequest } from "./send-webhook";
import { signDelivery } from "./sign-delivery";
import type { WebhookUrlPolicy } from "./webhook-url-policy";

/** A tick claims nothing more after this, so that it ends before the next begins. */
export const CLAIMING_MS = 45_000;
const MAX_IN_FLIGHT = 32;
/** A tool that hangs for all of its brands still leaves three quarters of the slots to the others. */
const MAX_IN_FLIGHT_PER_TOOL = 8;

export interface Dispatcher {
  db: Database;
  /** Tells the time for leases, due dates and the end of claiming. */
  clock: Clock;
  secretsOf: SecretsOf;
  /** Uniform in [0, 1), for jitter. */
  random: () => number;
  policy: WebhookUrlPolicy;
  send?: (request: WebhookRequest) => Promise<SendResult>;
}

/** `processed`: deliveries attempted in this tick; `failed`: those of them that did not get a whole 2xx. */
export interface DispatchReport {
  processed: number;
  failed: number;
}

/** Signs and sends; whatever goes wrong on this side counts as a failed attempt, so that it backs off like any other. */
async function attempt(dispatcher: Dispatcher, delivery: ClaimedDelivery): Promise<SendResult> {
  const { secretsOf, policy, send = sendWebhook } = dispatcher;
  const { id, type, body, webhookUrl, claimedAt } = delivery;
  try {
    const headers = signDelivery({
      id,
      event: type,
      attempt: delivery.attempt,
      body,
      secrets: secretsOf(delivery.toolSlug),
      timestampSeconds: claimedAt.getTime() / 1000,
    });
    return await send({ url: webhookUrl, headers, body, policy, now: claimedAt });
  } catch (error) {
    log.error({ err: error, deliveryId: id, tool: delivery.toolSlug }, "a delivery could not be sent");
    return { status: null, errorClass: "network", durationMs: 0, responseExcerpt: "", retryAfterSeconds: null };
  }
}

/** One delivery from claim to record; never rejects: what could not be recorded is sent again once its lease ends. */
async function dispatch(dispatcher: Dispatcher, delivery: ClaimedDelivery, report: DispatchReport): Promise<void> {
  const result = await attempt(dispatcher, delivery);
  report.processed += 1;
  if (!isDelivered(result)) report.failed += 1;
  try {
    const { db, clock, random } = dispatcher;
    const held = await completeDelivery(db, { delivery, result, now: await clock(db), random });
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
export async function runDispatchTick(dispatcher: Dispatcher): Promise<DispatchReport> {
  const { db, clock, secretsOf } = dispatcher;
  const report: DispatchReport = { processed: 0, failed: 0 };
  const underWay = new Map<ClaimedDelivery, Promise<void>>();
  const claim = async (now: Date) => {
    const busy = (slug: string) => [...underWay.keys()].filter(({ toolSlug }) => toolSlug === slug).length;
    const open = served
      .map(({ slug }) => ({ slug, free: MAX_IN_FLIGHT_PER_TOOL - busy(slug) }))
      .filter(({ free }) => free > 0);
    const limit = MAX_IN_FLIGHT - underWay.size;
    return open.length === 0 || limit === 0 ? [] : claimDueDeliveries(db, { now, tools: open, limit });
  };

  const startedAt = await clock(db);
  await cancelStrandedDeliveries(db, startedAt);
  const registered = await db.select({ slug: tools.slug, status: tools.status }).from(tools);
  const served = registered.filter((tool) => holdReason(tool, secretsOf) === null);
  try {
    for (;;) {
      const now = await clock(db);
      const claimed = now.getTime() - startedAt.getTime() < CLAIMING_MS ? await claim(now) : [];
      for (const delivery of claimed) {
        underWay.set(
          delivery,
          dispatch(dispatcher, delivery, report).finally(() => underWay.delete(delivery)),
        );
      }
      if (claimed.length > 0) continue;
      if (underWay.size === 0) return report;
      await Promise.race(underWay.values());
    }
  } finally {
    await Promise.all(underWay.values());
  }
}
