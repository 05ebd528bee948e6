import { tools } from "@/db/schema";
import { atPresent } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
import { readSigningSecrets } from "../tool-credentials/signing-secrets";
import { FailedAttempts } from "./after-failure";
import { cancelStrandedDeliveries } from "./cancel-deliveries";
import { type ClaimedDelivery, claimDueDeliveries, claimUnqueued } from "./claim-due-deliveries";
import { batched, type Completion, completeDelivery, completeSuccesses } from "./complete-delivery";
import type { DeliveryTask } from "./delivery-scheduler";
import { giveUpInterrupted, releaseClaims } from "./give-up-interrupted";
import { forgetSlowReceivers, isTimeout, pauseReason } from "./receiver";
import { isDelivered, type SendResult } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { eventOf, signDelivery } from "./sign-delivery";

/** A tick must end before the next one starts. */
export const CLAIMING_MS = 45_000;
/** Interval between claims while deliveries are in flight. */
export const LOOK_AGAIN_MS = 500;

type Send = typeof sendWebhook;

/** `failed`: those without a complete 2xx. */
export interface DispatchReport {
  processed: number;
  failed: number;
}

type SignableDelivery = ClaimedDelivery & { secrets: readonly string[] };

/** An error in the hub counts as a failed attempt, so that it backs off too. */
async function attempt(ctx: Ctx, delivery: SignableDelivery, send: Send): Promise<SendResult> {
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

/** Successes are recorded in batches, everything else one by one. */
function recorder(ctx: Ctx): (completion: Completion) => Promise<boolean> {
  const recordBatch = batched(async (completions: Completion[]) =>
    completeSuccesses(await atPresent(ctx), completions),
  );
  return async (completion) => {
    const isRecorded = isDelivered(completion.result) && (await recordBatch(completion).catch(() => false));
    return isRecorded || completeDelivery(await atPresent(ctx), completion);
  };
}

/** An attempt that can't be recorded counts as failed once its lease ends. */
function taskFor(
  ctx: Ctx,
  { report, failures, send }: { report: DispatchReport; failures: FailedAttempts; send: Send },
): (delivery: SignableDelivery) => DeliveryTask {
  const record = recorder(ctx);
  const release = batched(async (claims: ClaimedDelivery[]) => releaseClaims(ctx, claims));
  return (delivery) => ({
    async send() {
      const result = await attempt(ctx, delivery, send);
      report.processed += 1;
      if (!isDelivered(result)) {
        report.failed += 1;
        failures.add(delivery, result);
      }
      const recorded = record({ delivery, result }).then(
        (recorded) => {
          if (!recorded)
            log.warn({ deliveryId: delivery.id }, "a delivery was sent after its lease went to another process");
        },
        (error) =>
          log.error(
            { err: error, deliveryId: delivery.id },
            "could not record an attempt; the delivery will be sent again",
          ),
      );
      const pace = isDelivered(result) ? result.durationMs : Number.POSITIVE_INFINITY;
      return { answeredMs: isTimeout(result) ? null : pace, recorded };
    },
    release: () =>
      release(delivery).catch((error) =>
        log.error({ err: error, deliveryId: delivery.id }, "could not release a claim; it counts as an attempt"),
      ),
  });
}

/**
 * Sends due deliveries and reports how many. Ticks may overlap on any number of machines; those of one process share
 * its slots.
 *
 * Claiming ends after 45 s or when the process stops. The tick then waits for deliveries in flight unless `wait` is
 * false. If a process dies, its claims count as failed and are sent again under the same id.
 * @throws the database's errors, once everything in flight has ended
 */
export async function runDispatchTick(
  ctx: Ctx,
  { send = sendWebhook, wait = true }: { send?: Send; wait?: boolean } = {},
): Promise<DispatchReport> {
  const { sending } = ctx;
  const report: DispatchReport = { processed: 0, failed: 0 };
  const tasks = new Set<Promise<void>>();

  const start = await atPresent(ctx);
  await cancelStrandedDeliveries(start);
  await giveUpInterrupted(start);
  await forgetSlowReceivers(start);
  const registered = await ctx.db.select({ slug: tools.slug, status: tools.status }).from(tools);
  const claim = async (present: Ctx): Promise<SignableDelivery[]> => {
    // A secret revoked a moment ago must sign nothing more.
    const secrets = await readSigningSecrets(present);
    const slugs = registered.filter((tool) => pauseReason(secrets, tool) === null).map(({ slug }) => slug);
    const unqueued = await claimUnqueued(present, { tools: slugs });
    const limits = sending.claimLimits(slugs);
    const due = limits.tools.length > 0 && limits.limit > 0 ? await claimDueDeliveries(present, limits) : [];
    return [...unqueued, ...due].map((delivery) => ({ ...delivery, secrets: secrets.of(delivery.toolSlug) }));
  };
  const failures = new FailedAttempts();
  const task = taskFor(ctx, { report, failures, send });
  try {
    for (;;) {
      await sending.readyToClaim();
      const present = await atPresent(ctx);
      if (ctx.stopping.aborted) return report;
      if (present.now.getTime() - start.now.getTime() >= CLAIMING_MS) {
        // The next regular tick was skipped if it fell due during this one.
        ctx.wakeTick();
        return report;
      }
      const before = sending.changes;
      const claimed = await claim(present);
      for (const delivery of claimed) tasks.add(sending.schedule(delivery, task(delivery)));
      // A delivery that ended during the claim held its subscription's lock, so the claim skipped it.
      if (claimed.length > 0 || sending.changes !== before) continue;
      if (sending.isIdle) return report;
      await sending.change(LOOK_AGAIN_MS);
    }
  } finally {
    const done = Promise.all(tasks).then(() => failures.log());
    if (wait) await done;
  }
}
