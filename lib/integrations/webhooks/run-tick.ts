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

/** A tick claims nothing more after this, so that it ends before the next begins. */
export const CLAIMING_MS = 45_000;
/** While something is under way, what falls due is looked for so often. */
export const LOOK_AGAIN_MS = 500;

type Send = typeof sendWebhook;

/** `processed`: deliveries attempted in this tick; `failed`: those of them that did not get a whole 2xx. */
export interface DispatchReport {
  processed: number;
  failed: number;
}

/** A claimed delivery, and what its tool's webhooks were signed with when it was claimed. */
type SignedBy = ClaimedDelivery & { secrets: readonly string[] };

/** Signs and sends; whatever goes wrong on this side counts as a failed attempt, so that it backs off like any other. */
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

/** Records attempts: successes of a few milliseconds together, and by itself whatever is special, or could not be recorded with others. */
function recorderOf(ctx: Ctx): (completion: Completion) => Promise<boolean> {
  const together = gather(async (completions: Completion[]) => completeSuccesses(await atPresent(ctx), completions));
  return async (completion) => {
    const isRecorded = isDelivered(completion.result) && (await together(completion).catch(() => false));
    return isRecorded || completeDelivery(await atPresent(ctx), completion);
  };
}

/** What a tick does with what it claims, counted in its report; nothing of it rejects: what could not be recorded is a failed attempt once its lease ends. */
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
 * Sends what is due, and says how much that was. Ticks may overlap, on any number of machines; those of one process share its slots (`InFlight`).
 *
 * Claiming ends after 45 s, or once the process is told to stop; until then whatever falls due is taken, whoever hangs meanwhile. What is under way
 * then is finished, and waited for unless told otherwise. A process that dies loses nothing: what it held counts as an attempt that failed once its
 * lease is over, and is sent again under the same id. @throws what the database throws, after everything under way has ended
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
    // With each claim: a secret that was revoked a moment ago signs nothing more.
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
        // Where a loop ticks, what is left need not wait for its next turn, which passed if this tick began between two.
        ctx.wakeTick();
        return report;
      }
      const before = sending.changes;
      const claimed = await claim(present);
      for (const delivery of claimed) own.add(sending.take(delivery, work(delivery)));
      // What ended while the claim ran held its subscription's lock, which the claim skipped.
      if (claimed.length > 0 || sending.changes !== before) continue;
      if (sending.isIdle) return report;
      await sending.change(LOOK_AGAIN_MS);
    }
  } finally {
    const over = Promise.all(own).then(() => failures.log());
    if (waits) await over;
  }
}
