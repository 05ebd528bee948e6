import { tools } from "@/db/schema";
import { atPresent } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
import { readSigningSecrets } from "../tool-credentials/signing-secrets";
import { FailedAttempts } from "./after-failure";
import { cancelStrandedDeliveries } from "./cancel-deliveries";
import { type ClaimedDelivery, claimDueAside, claimDueDeliveries } from "./claim-due-deliveries";
import { type Completion, completeDelivery, completeSuccesses, gather } from "./complete-delivery";
import { giveBackClaims, giveUpInterrupted } from "./give-up-interrupted";
import type { Work } from "./in-flight";
import { forgetSlowReceivers, holdReason, isTimeout } from "./receiver";
import { isDelivered, type SendResult } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { eventOf, signDelivery } from "./sign-delivery";

/** A tick stops claiming after this, so that it ends before the next one starts. */
export const CLAIMING_MS = 45_000;
/** How often to look for due deliveries while others are in flight. */
export const LOOK_AGAIN_MS = 500;

type Send = typeof sendWebhook;

/** `processed`: deliveries attempted in this tick. `failed`: those without a complete 2xx. */
export interface DispatchReport {
  processed: number;
  failed: number;
}

/** A claimed delivery with its signing secrets at that time. */
type SignedBy = ClaimedDelivery & { secrets: readonly string[] };

/** Signs and sends. An error in the hub counts as a failed attempt, so that it backs off too. */
async function attempt(ctx: Ctx, delivery: SignedBy, send: Send): Promise<SendResult> {
  const { id, body, webhookUrl, claimedAt } = delivery;
  try {
    const headers = signDelivery({
      id,
      event: eventOf(delivery),
      attempt: delivery.attempt,
      replays: delivery.replays,
      body,
      secrets: delivery.secrets,
      timestampSeconds: claimedAt.getTime() / 1000,
    });
    return await send({ url: webhookUrl, headers, body, policy: ctx.webhookPolicy, now: claimedAt });
  } catch (error) {
    log.error({ err: error, deliveryId: id, tool: delivery.toolSlug }, "a delivery could not be sent");
    return { status: null, errorClass: "network", durationMs: 0, responseExcerpt: "", retryAfterSeconds: null };
  }
}

/**
 * Batches the recording of successes. Failures, and successes that need more than a plain update, are recorded one by
 * one.
 */
function recorderOf(ctx: Ctx): (completion: Completion) => Promise<boolean> {
  const together = gather(async (completions: Completion[]) => completeSuccesses(await atPresent(ctx), completions));
  return async (completion) => {
    const isRecorded = isDelivered(completion.result) && (await together(completion).catch(() => false));
    return isRecorded || completeDelivery(await atPresent(ctx), completion);
  };
}

/**
 * Handles claimed deliveries and counts them in the report. An attempt that can't be recorded counts as failed once its
 * lease ends.
 */
function workOf(
  ctx: Ctx,
  { report, failures, send }: { report: DispatchReport; failures: FailedAttempts; send: Send },
): (delivery: SignedBy) => Work {
  const record = recorderOf(ctx);
  const giveBack = gather(async (claims: ClaimedDelivery[]) => giveBackClaims(ctx, claims));
  return (delivery) => ({
    async send() {
      const result = await attempt(ctx, delivery, send);
      report.processed += 1;
      if (!isDelivered(result)) {
        report.failed += 1;
        failures.add(delivery, result);
      }
      const recorded = record({ delivery, result }).then(
        (held) => {
          if (!held)
            log.warn({ deliveryId: delivery.id }, "a delivery was sent, but its lease had gone to another sender");
        },
        (error) =>
          log.error({ err: error, deliveryId: delivery.id }, "an attempt could not be recorded; it will be repeated"),
      );
      const pace = isDelivered(result) ? result.durationMs : Number.POSITIVE_INFINITY;
      return { answeredMs: isTimeout(result) ? null : pace, recorded };
    },
    giveBack: () =>
      giveBack(delivery).catch((error) =>
        log.error({ err: error, deliveryId: delivery.id }, "a claim could not be given back; it counts as an attempt"),
      ),
  });
}

/**
 * Sends due deliveries and reports how many. Ticks may overlap on any number of machines; those of one process share
 * its slots (`InFlight`).
 *
 * Claiming ends after 45 s or when the process stops. The tick then waits for deliveries in flight unless `waits` is
 * false. If a process dies, its claims count as failed attempts after their leases and are sent again under the same
 * id.
 * @throws the database's errors, once everything in flight has ended
 */
export async function runDispatchTick(
  ctx: Ctx,
  { send = sendWebhook, waits = true }: { send?: Send; waits?: boolean } = {},
): Promise<DispatchReport> {
  const { sending } = ctx;
  const report: DispatchReport = { processed: 0, failed: 0 };
  const own = new Set<Promise<void>>();

  const start = await atPresent(ctx);
  await cancelStrandedDeliveries(start);
  await giveUpInterrupted(start);
  await forgetSlowReceivers(start);
  const registered = await ctx.db.select({ slug: tools.slug, status: tools.status }).from(tools);
  const claim = async (present: Ctx): Promise<SignedBy[]> => {
    // Read per claim, so a secret revoked a moment ago signs nothing more.
    const secrets = await readSigningSecrets(present);
    const served = registered.filter((tool) => holdReason(secrets, tool) === null).map(({ slug }) => slug);
    const aside = await claimDueAside(present, { tools: served });
    const room = sending.room(served);
    const due = room.tools.length > 0 && room.limit > 0 ? await claimDueDeliveries(present, room) : [];
    return [...aside, ...due].map((delivery) => ({ ...delivery, secrets: secrets.of(delivery.toolSlug) }));
  };
  const failures = new FailedAttempts();
  const work = workOf(ctx, { report, failures, send });
  try {
    for (;;) {
      await sending.worthClaiming();
      const present = await atPresent(ctx);
      if (ctx.stopping.aborted) return report;
      if (present.now.getTime() - start.now.getTime() >= CLAIMING_MS) {
        // A loop's next tick may be far off: one that fell due during this tick was skipped.
        ctx.wakeTick();
        return report;
      }
      const before = sending.changes;
      const claimed = await claim(present);
      for (const delivery of claimed) own.add(sending.take(delivery, work(delivery)));
      // A delivery that ended during the claim held its subscription's lock, so the claim skipped it.
      if (claimed.length > 0 || sending.changes !== before) continue;
      if (sending.isIdle) return report;
      await sending.change(LOOK_AGAIN_MS);
    }
  } finally {
    const over = Promise.all(own).then(() => failures.log());
    if (waits) await over;
  }
}
