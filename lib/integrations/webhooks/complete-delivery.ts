import { and, eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { brands, childContextDeliveries as deliveries, deliveryAttempts, subscriptions, tools } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { recordAudits } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { afterFailure, offReason, stoppedReason, turnOffReason } from "./after-failure";
import { cancelPendingDeliveries } from "./cancel-deliveries";
import type { ClaimedDelivery } from "./claim-due-deliveries";
import { recordAnswer } from "./receiver";
import { isDelivered, type SendResult } from "./send-result";

export interface Completion {
  delivery: ClaimedDelivery;
  result: SendResult;
}

/**
 * Records an attempt and decides what follows, in one transaction. Returns false, without a change, if the lease went
 * to another sender.
 *
 * A success ends a run of failures. A 410 or five days of failures turn the subscription off and cancel its pending
 * deliveries. A response from a replaced URL doesn't affect the new one. Source: docs/decisions/integrations.md,
 * Webhooks.
 */
export async function completeDelivery(ctx: Ctx, { delivery, result }: Completion): Promise<boolean> {
  const { now } = ctx;
  const { brandId, toolSlug, host } = delivery;
  const subscriptionKey = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
  const leased = and(eq(deliveries.id, delivery.id), eq(deliveries.leaseToken, delivery.leaseToken));

  return inTransaction(ctx, async (txCtx) => {
    const tx = txCtx.db;
    // Lock order: turning off writes an audit entry that references the brand, and brands are locked before
    // subscriptions.
    if (!isDelivered(result))
      await tx.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("key share");
    // Lock order: the subscription before its deliveries, as in a claim.
    const [subscription] = await tx
      .select({
        row: subscriptions,
        archivedAt: brands.archivedAt,
        brandName: brands.name,
        toolName: tools.name,
        wasSlow: sql<boolean>`exists (select from slow_receivers r
          where r.tool_slug = ${toolSlug} and r.host = ${host})`,
      })
      .from(subscriptions)
      .innerJoin(brands, eq(brands.id, subscriptions.brandId))
      .innerJoin(tools, eq(tools.slug, subscriptions.toolSlug))
      .where(subscriptionKey)
      .for("no key update", { of: subscriptions });
    const [lease] = await tx
      .select({ attempts: deliveries.attempts, webhookUrl: deliveries.webhookUrl })
      .from(deliveries)
      .where(leased)
      .for("no key update");
    if (!lease) return false;

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
    const answer = { toolSlug, host, result, wasSlow: subscription?.wasSlow ?? delivery.wasSlow };
    const released = { leaseToken: null, leaseUntil: null };
    const current = subscription?.row.webhookUrl === delivery.webhookUrl ? subscription.row : null;

    if (isDelivered(result)) {
      await tx
        .update(deliveries)
        .set({ ...released, status: "delivered", finishedAt: now })
        .where(leased);
      if (current?.failingSince) await tx.update(subscriptions).set({ failingSince: null }).where(subscriptionKey);
      await recordAnswer(txCtx, answer);
      return true;
    }

    const failingSince = current?.failingSince ?? delivery.claimedAt;
    const turnOff = current?.enabled ? turnOffReason(result, failingSince, now) : null;
    const ended = lease.webhookUrl ? turnOffReason(result, delivery.claimedAt, now) : stoppedReason(subscription);
    const stopReason = turnOff ? offReason(turnOff) : ended;
    const outcome = afterFailure(ctx, { type: delivery.type, attempts: lease.attempts, result, stopReason });
    await tx
      .update(deliveries)
      .set({ ...released, ...outcome })
      .where(leased);
    if (turnOff) {
      const hub: Ctx = { ...txCtx, actor: { kind: "system", name: "Brand Identity Hub" } };
      const entry: Pick<AuditEntry, "action" | "diff"> = {
        action: "subscription.disabled",
        diff: { enabled: [true, false], reason: [null, turnOff] },
      };
      const names = `${subscription?.toolName} for ${subscription?.brandName}`;
      await recordAudits(hub, [
        { ...entry, brandId, target: { kind: "subscription", id: toolSlug, label: toolSlug } },
        // The tool's operator is not a member of the brand and reads the hub's log.
        { ...entry, brandId: null, target: { kind: "subscription", id: toolSlug, label: names } },
      ]);
      const turnedOff = { enabled: false, disabledReason: turnOff, disabledAt: now, failingSince };
      await tx.update(subscriptions).set(turnedOff).where(subscriptionKey);
      await cancelPendingDeliveries(txCtx, { brandId, toolSlug, reason: offReason(turnOff) });
    } else if (current && !current.failingSince) {
      await tx.update(subscriptions).set({ failingSince }).where(subscriptionKey);
    }
    await recordAnswer(txCtx, answer);
    return true;
  });
}

/**
 * Records plain successes in one statement and returns which ones it recorded. The rest is for `completeDelivery`:
 * those that end a run of failures or timeouts, lost leases and locked rows. It skips locked rows to avoid deadlocks,
 * and locks no subscription because it changes none.
 */
export async function completeSuccesses({ db, now }: Ctx, completions: readonly Completion[]): Promise<boolean[]> {
  const rows = completions.map(({ delivery, result }) => ({
    id: delivery.id,
    lease_token: delivery.leaseToken,
    attempt: delivery.attempt,
    started_at: delivery.claimedAt,
    duration_ms: result.durationMs,
    webhook_url: delivery.webhookUrl,
    host: delivery.host,
    status_code: result.status,
    response_excerpt: result.responseExcerpt,
  }));
  const recorded = await rowsOf<{ id: string }>(
    db,
    sql`
    with sent as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as sent(id uuid, lease_token uuid, attempt int, started_at timestamptz,
        duration_ms int, webhook_url text, host text, status_code int, response_excerpt text)
    ), plain as (
      select d.id from sent
      join child_context_deliveries d on d.id = sent.id and d.lease_token = sent.lease_token
      where not exists (select from subscriptions s
                        where s.brand_id = d.brand_id and s.tool_slug = d.tool_slug and s.failing_since is not null)
        and not exists (select from slow_receivers r where r.tool_slug = d.tool_slug and r.host = sent.host)
      for no key update of d skip locked
    ), delivered as (
      update child_context_deliveries d
      set status = 'delivered', finished_at = ${now.toISOString()}::timestamptz, lease_token = null, lease_until = null
      where d.id = any(array(select id from plain))
      returning d.id
    )
    insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, webhook_url, status_code,
      response_excerpt)
    select id, attempt, started_at, duration_ms, webhook_url, status_code, response_excerpt from sent
      join delivered using (id)
    returning delivery_id as id`,
  );
  const ids = new Set(recorded.map(({ id }) => id));
  return completions.map(({ delivery }) => ids.has(delivery.id));
}

const BATCH_WAIT_MS = 5;
const MAX_BATCH = 100;

interface Waiting<Item, Result> {
  item: Item;
  done: (result: Promise<Result>) => void;
}

/**
 * Batches calls that arrive within 5 ms, at most 100 at a time, one batch after the other. `work` returns a result per
 * item; if it rejects, all items reject.
 */
export function batched<Item, Result>(work: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function runBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      const results = work(batch.map(({ item }) => item));
      batch.forEach(({ done }, index) => {
        done(results.then((all) => all[index] as Result));
      });
      await results.catch(() => {});
    }
    busy = false;
  }

  return (item) =>
    new Promise((done) => {
      waiting.push({ item, done });
      if (busy) return;
      busy = true;
      setTimeout(runBatches, BATCH_WAIT_MS);
    });
}
