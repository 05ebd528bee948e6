import { eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { childContextDeliveries as deliveries, deliveryAttempts, tools } from "@/db/schema";
import { atPresent, inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
import { readSigningSecrets } from "../tool-credentials/list-tool-credentials";
import { afterFailure, FailedAttempts } from "./after-failure";
import { cancelStrandedDeliveries } from "./cancel-deliveries";
import { type ClaimedDelivery, claimDueDeliveries, claimUnqueued, LEASE_MS } from "./claim-due-deliveries";
import { batched, type Completion, completeDelivery, completeSuccesses } from "./complete-delivery";
import type { DeliveryTask } from "./delivery-scheduler";
import { forgetSlowReceivers, isTimeout, pauseReason } from "./receiver";
import { isDelivered, type SendResult, withoutResponse } from "./send-result";
import { sendWebhook } from "./send-webhook";
import { eventOf, signDelivery } from "./sign-delivery";

const BATCH_SIZE = 100;

type Interrupted = Pick<ClaimedDelivery, "id" | "type" | "attempt" | "webhookUrl"> &
  Record<"attempts", number> &
  Record<"startedAt", string>;

/** The sender died or could not record the attempt. */
const INTERRUPTED = withoutResponse("aborted", LEASE_MS);

async function giveUpBatch(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async ({ db, now, random }) => {
    const interrupted = await rowsOf<Interrupted>(
      db,
      sql`
      select d.id, d.type, d.attempts, coalesce(d.webhook_url, s.webhook_url) as "webhookUrl",
        d.lease_until - ${`${LEASE_MS} milliseconds`}::interval as "startedAt",
        (select coalesce(max(a.attempt), 0) + 1 from delivery_attempts a where a.delivery_id = d.id) as attempt
      from child_context_deliveries d
      left join subscriptions s on s.brand_id = d.brand_id and s.tool_slug = d.tool_slug and s.enabled
      where coalesce(d.webhook_url, s.webhook_url) is not null and d.lease_token is not null
        and d.lease_until <= ${now.toISOString()}::timestamptz
      order by d.lease_until limit ${BATCH_SIZE}
      for update of d skip locked`,
    );
    for (const { id, type, attempts, attempt, webhookUrl, ...row } of interrupted) {
      const startedAt = new Date(row.startedAt);
      const { errorClass, durationMs } = INTERRUPTED;
      await db
        .insert(deliveryAttempts)
        .values({ deliveryId: id, attempt, startedAt, durationMs, webhookUrl, errorClass });
      const failure = { type, attempts: Math.max(1, attempts), result: INTERRUPTED, stopReason: null };
      const outcome = afterFailure({ now: startedAt, random }, failure);
      await db
        .update(deliveries)
        .set({ ...outcome, ...(outcome.finishedAt && { finishedAt: now }), leaseToken: null, leaseUntil: null })
        .where(eq(deliveries.id, id));
      log.warn({ deliveryId: id, attempt }, "an attempt was never recorded: its process ended or lost the database");
    }
    return interrupted.length;
  });
}

/**
 * Records attempts whose lease ran out as failed and returns their number. So a delivery that crashes its sender ends
 * up dead. The backoff counts from the claim. `cancelStrandedDeliveries` handles those that can't be sent again.
 */
export async function giveUpInterrupted(ctx: Ctx): Promise<number> {
  let ended = 0;
  for (;;) {
    const count = await giveUpBatch(ctx);
    ended += count;
    if (count < BATCH_SIZE) return ended;
  }
}

/**
 * Releases claims without an attempt, fenced by the lease token. Skips locked rows and those without a subscription:
 * `cancelStrandedDeliveries` finds the latter by their expired lease.
 */
export async function releaseClaims({ db }: Ctx, claims: readonly ClaimedDelivery[]): Promise<undefined[]> {
  const rows = claims.map(({ id, leaseToken }) => ({ id, lease_token: leaseToken }));
  await db.execute(sql`
    update child_context_deliveries set attempts = attempts - 1, lease_token = null, lease_until = null
    where id = any(array(
      select d.id from json_to_recordset(${JSON.stringify(rows)}::json) as claim(id uuid, lease_token uuid)
      join child_context_deliveries d on d.id = claim.id and d.lease_token = claim.lease_token
      join subscriptions s on s.brand_id = d.brand_id and s.tool_slug = d.tool_slug
      for key share of s skip locked
      for no key update of d skip locked))`);
  return claims.map(() => undefined);
}

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
    return withoutResponse("network", 0);
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
