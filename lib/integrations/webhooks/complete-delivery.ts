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
import { noteAnswer } from "./receiver";
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
 * reason. Whether the receiver took too long is noted for the claims to come. An answer from a URL that has been replaced meanwhile says nothing about the new one. Source: docs/decisions/integrations.md, Webhooks.
 */
export async function completeDelivery(ctx: Ctx, { delivery, result }: Completion): Promise<boolean> {
  const { now } = ctx;
  const { brandId, toolSlug, host } = delivery;
  const ofSubscription = and(eq(subscriptions.brandId, brandId), eq(subscriptions.toolSlug, toolSlug));
  const leased = and(eq(deliveries.id, delivery.id), eq(deliveries.leaseToken, delivery.leaseToken));

  return inTransaction(ctx, async (within) => {
    const tx = within.db;
    // Turning off writes an audit entry, which refers to the brand: who holds a brand's lock goes on to its subscriptions, so it comes first.
    if (!isDelivered(result))
      await tx.select({ one: sql`1` }).from(brands).where(eq(brands.id, brandId)).for("key share");
    // The subscription before its deliveries, as in a claim: one order of locks for all.
    const [subscription] = await tx
      .select({
        row: subscriptions,
        archivedAt: brands.archivedAt,
        brandName: brands.name,
        toolName: tools.name,
        wasSlow: sql<boolean>`exists (select from slow_receivers r where r.tool_slug = ${toolSlug} and r.host = ${host})`,
      })
      .from(subscriptions)
      .innerJoin(brands, eq(brands.id, subscriptions.brandId))
      .innerJoin(tools, eq(tools.slug, subscriptions.toolSlug))
      .where(ofSubscription)
      .for("no key update", { of: subscriptions });
    const [held] = await tx
      .select({ attempts: deliveries.attempts, webhookUrl: deliveries.webhookUrl })
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
    const answer = { toolSlug, host, result, wasSlow: subscription?.wasSlow ?? delivery.wasSlow };
    const released = { leaseToken: null, leaseUntil: null };
    const answering = subscription?.row.webhookUrl === delivery.webhookUrl ? subscription.row : null;

    if (isDelivered(result)) {
      await tx
        .update(deliveries)
        .set({ ...released, status: "delivered", finishedAt: now })
        .where(leased);
      if (answering?.failingSince) await tx.update(subscriptions).set({ failingSince: null }).where(ofSubscription);
      await noteAnswer(within, answer);
      return true;
    }

    const failingSince = answering?.failingSince ?? delivery.claimedAt;
    const off = answering?.enabled ? turnOffReason(result, failingSince, now) : null;
    const ended = held.webhookUrl ? turnOffReason(result, delivery.claimedAt, now) : stoppedReason(subscription);
    const stopReason = off ? offReason(off) : ended;
    const outcome = afterFailure(ctx, { type: delivery.type, attempts: held.attempts, result, stopReason });
    await tx
      .update(deliveries)
      .set({ ...released, ...outcome })
      .where(leased);
    if (off) {
      const hub: Ctx = { ...within, actor: { kind: "system", name: "Brand Identity Hub" } };
      const entry: Pick<AuditEntry, "action" | "diff"> = {
        action: "subscription.disabled",
        diff: { enabled: [true, false], reason: [null, off] },
      };
      const names = `${subscription?.toolName} for ${subscription?.brandName}`;
      await recordAudits(hub, [
        { ...entry, brandId, target: { kind: "subscription", id: toolSlug, label: toolSlug } },
        // Whoever runs the tool is not among the brand's people, and finds it in the hub's own log.
        { ...entry, brandId: null, target: { kind: "subscription", id: toolSlug, label: names } },
      ]);
      const turnedOff = { enabled: false, disabledReason: off, disabledAt: now, failingSince };
      await tx.update(subscriptions).set(turnedOff).where(ofSubscription);
      await cancelPendingDeliveries(within, { brandId, toolSlug, reason: offReason(off) });
    } else if (answering && !answering.failingSince) {
      await tx.update(subscriptions).set({ failingSince }).where(ofSubscription);
    }
    await noteAnswer(within, answer);
    return true;
  });
}

/**
 * Records plain successes in one statement, each with its attempt, and says of each whether it was recorded; the others are for `completeDelivery`:
 * those that end a run of failures or of timeouts, those whose lease has gone, and those that somebody else has locked, since whoever waits
 * for nobody with several locks cannot be waited for in a circle. The subscription is not locked: nothing of it is changed.
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
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as sent(id uuid, lease_token uuid, attempt int, started_at timestamptz,
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
    insert into delivery_attempts (delivery_id, attempt, started_at, duration_ms, webhook_url, status_code, response_excerpt)
    select id, attempt, started_at, duration_ms, webhook_url, status_code, response_excerpt from sent join delivered using (id)
    returning delivery_id as id`,
  );
  const ids = new Set(recorded.map(({ id }) => id));
  return completions.map(({ delivery }) => ids.has(delivery.id));
}

/** How long what comes waits for others like it. */
const GATHERED_MS = 5;
const MOST_AT_A_TIME = 100;

interface Waiting<Item, Result> {
  item: Item;
  done: (result: Promise<Result>) => void;
}

/**
 * Has done together what is asked for within a few milliseconds, and what is asked for while that is done, the next time: at most a hundred at a
 * time, one time after the other. `work` gives a result for each item; where it fails, each of them fails.
 */
export function gather<Item, Result>(work: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function doAll(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.slice(0, MOST_AT_A_TIME);
      waiting = waiting.slice(MOST_AT_A_TIME);
      const results = work(together.map(({ item }) => item));
      together.forEach(({ done }, index) => {
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
      setTimeout(doAll, GATHERED_MS);
    });
}
