import { and, eq, gt, gte, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries, subscriptions } from "@/db/schema";
import type { AuditEntry } from "@/lib/access";
import { lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { ONLY_RECORDED, TEST_EVENT_TYPE } from "./after-failure";
import { MAX_REPLAYED } from "./endpoint-view";
import { lockSubscribers } from "./enqueue-deliveries";
import { type DeliveryFilter, matching } from "./list-deliveries";
import { endCoolDown } from "./receiver";
import { requireSubscription, type SubscriptionKey } from "./subscriptions";

/** A concurrent publish waits for one batch at most. */
const BATCH_SIZE = 500;

/**
 * Due at once with all attempts. `least` guards against a process clock that runs ahead. A pending delivery keeps its
 * replay number, so a receiver that did the work but answered late doesn't repeat it.
 */
const restarted = (now: Date) => ({
  status: "pending" as const,
  reason: null,
  attempts: 0,
  replays: sql`${deliveries.replays} + (${deliveries.status} <> 'pending')::int`,
  dueAt: sql`least(${now.toISOString()}::timestamptz, clock_timestamp())`,
  finishedAt: null,
  leaseToken: null,
  leaseUntil: null,
});

/** Somebody who fixed the receiver need not wait for the backoff. */
const waitingToRetry = (now: Date): SQL | undefined =>
  and(
    eq(deliveries.status, "pending"),
    gt(deliveries.attempts, 0),
    or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now)),
  );

interface Replay {
  brandId: string;
  which: SQL | undefined;
  /** Keeps the target subscriptions enabled until the replay commits. */
  lock: (tx: Ctx) => Promise<unknown>;
  entryOf: (batch: { count: number; toolSlugs: readonly string[] }) => Pick<AuditEntry, "action" | "target">;
  limit?: number;
}

interface Batch {
  count: number;
  last: { createdAt: Date; id: string } | null;
}

async function replayBatch(tx: Ctx, { brandId, which, lock, entryOf }: Replay, after: Batch["last"]): Promise<Batch> {
  await lockBrand(tx, brandId, "manage");
  await lock(tx);
  const afterLast =
    after &&
    or(
      gt(deliveries.createdAt, after.createdAt),
      and(eq(deliveries.createdAt, after.createdAt), gt(deliveries.id, after.id)),
    );
  const chosen = await tx.db
    .select({ id: deliveries.id, createdAt: deliveries.createdAt, toolSlug: deliveries.toolSlug })
    .from(deliveries)
    .where(and(eq(deliveries.brandId, brandId), which, afterLast ?? undefined))
    .orderBy(deliveries.createdAt, deliveries.id)
    .limit(BATCH_SIZE)
    .for("no key update", { skipLocked: true });
  if (chosen.length === 0) return { count: 0, last: null };
  const ids = chosen.map(({ id }) => id);
  await tx.db.update(deliveries).set(restarted(tx.now)).where(inArray(deliveries.id, ids));
  const toolSlugs = [...new Set(chosen.map(({ toolSlug }) => toolSlug))].toSorted();
  await recordAudit(tx, { brandId, ...entryOf({ count: chosen.length, toolSlugs }) });
  for (const toolSlug of toolSlugs) await endCoolDown(tx, { brandId, toolSlug });
  return { count: chosen.length, last: chosen.at(-1) ?? null };
}

/**
 * Replays deliveries, oldest first, and returns their number. Check permissions first. Each batch of 500 commits with
 * its audit entry. Skips locked rows.
 */
async function replayInBatches(ctx: Ctx, replay: Replay): Promise<number> {
  const { limit = Number.POSITIVE_INFINITY } = replay;
  let count = 0;
  let cursor: Batch["last"] = null;
  do {
    const after: Batch["last"] = cursor;
    const batch: Batch = await inTransaction(ctx, (tx) => replayBatch(tx, replay, after));
    count += batch.count;
    cursor = batch.count === BATCH_SIZE ? batch.last : null;
    if (batch.count > 0) ctx.wakeTick();
  } while (cursor && count < limit);
  return count;
}

const MISSING = "There is no such delivery.";
const BODY_REMOVED = "This delivery's body is no longer stored, so it can't be replayed.";

/**
 * Replays a finished delivery, or one that waits for a retry: same id and body, sent now to the subscription's current
 * URL. Earlier attempts stay listed and numbering continues.
 * @throws NotFound for another brand's delivery or without a subscription, BadRequest before its first attempt is over,
 *   during one, or while the subscription is off, Forbidden without `manage`
 */
export async function replayDelivery(ctx: Ctx, input: { brandId: string; deliveryId: string }): Promise<void> {
  const { brandId, deliveryId } = input;
  await requirePermission(ctx, brandId, "manage");
  if (!isUuid(deliveryId)) throw new NotFound(MISSING);
  await inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "manage");
    const own = and(eq(deliveries.id, deliveryId), eq(deliveries.brandId, brandId));
    const [delivery] = await tx.db
      .select({ toolSlug: deliveries.toolSlug, type: deliveries.type, bodyRemovedAt: deliveries.bodyRemovedAt })
      .from(deliveries)
      .where(own);
    if (!delivery) throw new NotFound(MISSING);
    if (delivery.bodyRemovedAt) throw new BadRequest(BODY_REMOVED);
    await requireSubscription(tx, { brandId, toolSlug: delivery.toolSlug });
    const replayed = await tx.db
      .update(deliveries)
      .set(restarted(ctx.now))
      .where(
        and(
          own,
          isNull(deliveries.bodyRemovedAt),
          or(inArray(deliveries.status, ["delivered", "dead", "cancelled"]), waitingToRetry(ctx.now)),
        ),
      )
      .returning({ id: deliveries.id });
    if (replayed.length === 0) throw new BadRequest("This delivery is already due or being sent.");
    await recordAudit(tx, {
      brandId,
      action: "delivery.replayed",
      target: { kind: "delivery", id: deliveryId, label: `${delivery.type} to ${delivery.toolSlug}` },
    });
    await endCoolDown(tx, { brandId, toolSlug: delivery.toolSlug });
  });
  ctx.wakeTick();
}

async function replayOfTool(ctx: Ctx, key: SubscriptionKey, which: SQL | undefined): Promise<number> {
  const { brandId, toolSlug } = key;
  await requirePermission(ctx, brandId, "manage");
  return replayInBatches(ctx, {
    brandId,
    which: and(eq(deliveries.toolSlug, toolSlug), isNull(deliveries.bodyRemovedAt), which),
    lock: (tx) => requireSubscription(tx, key),
    entryOf: ({ count }) => ({
      action: "delivery.failed_replayed",
      target: { kind: "subscription", id: toolSlug, label: `${count} to ${toolSlug}` },
    }),
  });
}

const wasToBeSent = sql`${deliveries.reason} is distinct from ${ONLY_RECORDED}`;
const isUndelivered = and(inArray(deliveries.status, ["dead", "cancelled"]), wasToBeSent);

/**
 * Replays a subscription's deliveries recorded since then that are dead, cancelled or waiting to retry. Returns their
 * number.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export const replayFailedSince = (ctx: Ctx, { since, ...key }: SubscriptionKey & { since: Date }): Promise<number> =>
  replayOfTool(ctx, key, and(or(isUndelivered, waitingToRetry(ctx.now)), gte(deliveries.createdAt, since)));

/**
 * Replays a subscription's deliveries given up or cancelled since then (`findUndelivered`). Returns their number.
 * @throws NotFound without a subscription, BadRequest while it is off, Forbidden without `manage`
 */
export const replayUndelivered = (ctx: Ctx, { since, ...key }: SubscriptionKey & { since: Date }): Promise<number> =>
  replayOfTool(ctx, key, and(isUndelivered, ne(deliveries.type, TEST_EVENT_TYPE), gte(deliveries.finishedAt, since)));

type ReplayFilter = DeliveryFilter & { brandId: string };

const replayable = ({ now }: Ctx, { brandId, ...filter }: ReplayFilter): SQL | undefined =>
  and(
    matching(brandId, filter),
    isNull(deliveries.bodyRemovedAt),
    ne(deliveries.type, TEST_EVENT_TYPE),
    wasToBeSent,
    lte(deliveries.createdAt, now),
    or(ne(deliveries.status, "pending"), waitingToRetry(now)),
    sql`exists (select from ${subscriptions} s
      where s.brand_id = ${deliveries.brandId} and s.tool_slug = ${deliveries.toolSlug} and s.enabled)`,
  );

/** At most `MAX_REPLAYED` + 1. @throws Forbidden without `manage` */
export async function countReplayable(ctx: Ctx, filter: ReplayFilter): Promise<number> {
  await requirePermission(ctx, filter.brandId, "manage");
  const some = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(deliveries)
    .where(replayable(ctx, filter))
    .limit(MAX_REPLAYED + 1)
    .as("some");
  const counting = ctx.db.select({ count: sql<number>`count(*)::int` }).from(some);
  const [row] = await refusingUnstorable(async () => counting);
  return row?.count ?? 0;
}

/**
 * Replays up to 10,000 deliveries that match the filter, oldest first, and returns their number. Ignores tests and
 * deliveries recorded after `ctx.now`. @throws Forbidden without `manage`
 */
export async function replayMatching(ctx: Ctx, filter: ReplayFilter): Promise<number> {
  const { brandId } = filter;
  await requirePermission(ctx, brandId, "manage");
  return refusingUnstorable(() =>
    replayInBatches(ctx, {
      brandId,
      which: replayable(ctx, filter),
      lock: (tx) => lockSubscribers(tx, [brandId]),
      entryOf: ({ count, toolSlugs }) => ({
        action: "delivery.many_replayed",
        target: { kind: "brand", id: brandId, label: `${count} to ${toolSlugs.join(", ")}`.slice(0, 200) },
      }),
      limit: MAX_REPLAYED,
    }),
  );
}
