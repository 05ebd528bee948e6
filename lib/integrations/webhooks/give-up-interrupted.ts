import { eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { childContextDeliveries as deliveries, deliveryAttempts } from "@/db/schema";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
import { afterFailure } from "./after-failure";
import { type ClaimedDelivery, LEASE_MS } from "./claim-due-deliveries";
import type { SendResult } from "./send-result";

const BATCH_SIZE = 100;

interface Interrupted {
  id: string;
  type: string;
  attempts: number;
  attempt: number;
  started_at: string;
  webhook_url: string;
}

/** The sender died or could not record the attempt. */
const INTERRUPTED: SendResult = {
  status: null,
  errorClass: "aborted",
  durationMs: LEASE_MS,
  responseExcerpt: "",
  retryAfterSeconds: null,
};

async function giveUpBatch(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async ({ db, now, random }) => {
    const interrupted = await rowsOf<Interrupted>(
      db,
      sql`
      select d.id, d.type, d.attempts, coalesce(d.webhook_url, s.webhook_url) as webhook_url,
        d.lease_until - ${`${LEASE_MS} milliseconds`}::interval as started_at,
        (select coalesce(max(a.attempt), 0) + 1 from delivery_attempts a where a.delivery_id = d.id) as attempt
      from child_context_deliveries d
      left join subscriptions s on s.brand_id = d.brand_id and s.tool_slug = d.tool_slug and s.enabled
      where coalesce(d.webhook_url, s.webhook_url) is not null and d.lease_token is not null
        and d.lease_until <= ${now.toISOString()}::timestamptz
      order by d.lease_until limit ${BATCH_SIZE}
      for update of d skip locked`,
    );
    for (const { id, type, attempts, attempt, started_at, webhook_url } of interrupted) {
      const startedAt = new Date(started_at);
      const { errorClass, durationMs } = INTERRUPTED;
      await db
        .insert(deliveryAttempts)
        .values({ deliveryId: id, attempt, startedAt, durationMs, webhookUrl: webhook_url, errorClass });
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
