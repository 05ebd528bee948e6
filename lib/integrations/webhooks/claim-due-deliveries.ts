import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";
import { TEST_EVENT_TYPE } from "./after-failure";
import {
  type Chosen,
  type ClaimInput,
  claimableOf,
  HOST,
  lockSubscriptions,
  toTimestamp,
} from "./lock-due-subscriptions";
import type { Receiver } from "./receiver";

/** Three times the longest request. */
export const LEASE_MS = 30_000;
const MAX_UNQUEUED = 8;

/** Only this process can send it until the lease ends. */
export interface ClaimedDelivery extends Receiver {
  id: string;
  brandId: string;
  type: string;
  /** The exact text to sign and send. */
  body: string;
  webhookUrl: string;
  /** Counts all attempts, across replays. */
  attempt: number;
  replays: number;
  leaseToken: string;
  claimedAt: Date;
  wasSlow: boolean;
}

type Leased = Pick<ClaimedDelivery, "id" | "brandId" | "toolSlug" | "type" | "body" | "attempt" | "replays">;

/** Claiming counts the attempt, so one that kills its sender counts too. */
const leaseColumns = (at: SQL, leaseToken: string) => sql`
  attempts = d.attempts + 1, lease_token = ${leaseToken}::uuid,
    lease_until = ${at} + ${`${LEASE_MS} milliseconds`}::interval`;
const LEASED = sql`d.id, d.brand_id as "brandId", d.tool_slug as "toolSlug", d.type, d.body, d.replays,
  (select coalesce(max(a.attempt), 0) + 1 from delivery_attempts a where a.delivery_id = d.id) as attempt`;

/** One delivery per subscription, or several for quick tools with free slots. */
function withLimits(
  locked: readonly Chosen[],
  { tools, limit }: ClaimInput,
): (Chosen & { most: number; each: number })[] {
  const limits = new Map(tools.map((tool) => [tool.slug, tool]));
  const counts = new Map<string, number>();
  for (const { toolSlug } of locked) counts.set(toolSlug, (counts.get(toolSlug) ?? 0) + 1);
  return locked.map((row) => {
    const { free = 1, each = 1, answers = false } = limits.get(row.toolSlug) ?? {};
    const share = Math.min(free / (counts.get(row.toolSlug) ?? 1), limit / locked.length);
    return { ...row, each, most: answers && !row.wasSlow ? Math.max(1, Math.floor(share)) : 1 };
  });
}

/**
 * Claims due deliveries for 30 s. A delivery has one sender, and a subscription at most 2 deliveries across processes.
 *
 * Two statements in one transaction (docs/adr/0012-outbox-with-fenced-leases.md). The first locks due subscriptions.
 * The second counts deliveries in flight again, because the first may have waited for a lock. `SKIP LOCKED` keeps
 * claims from waiting for one another; the weak lock doesn't block publishing.
 */
export async function claimDueDeliveries({ db, now }: Ctx, input: ClaimInput): Promise<ClaimedDelivery[]> {
  const at = toTimestamp(now);
  const leaseToken = newId();
  const { own = [] } = input;
  return db.transaction(async (tx) => {
    // JIT would compile this statement on each claim, which takes longer than running it.
    await tx.execute(sql`select set_config('jit', 'off', true)`);
    const locked = await lockSubscriptions(tx, at, {
      slowLimit: input.limit,
      unprovenLimit: input.limit,
      hanging: [],
      own,
      ...input,
    });
    if (locked.length === 0) return [];
    const claimed = await rowsOf<Leased>(
      tx,
      sql`
      with served as (
        select "brandId" as brand_id, "toolSlug" as tool_slug, host, "isProbe" as is_probe, most, each
        from json_to_recordset(${JSON.stringify(withLimits(locked, input))}::json)
          as served("brandId" uuid, "toolSlug" text, host text, "isProbe" boolean, most int, each int)
      ), chosen as (
        select d.id from served
        cross join lateral (
          select d.id from child_context_deliveries d
          where d.brand_id = served.brand_id and d.tool_slug = served.tool_slug and d.status = 'pending'
            and d.due_at <= ${at}
            and d.lease_token is null
          order by d.due_at
          limit greatest(0, least(served.most, ${claimableOf(at, sql`served`, { each: sql`served.each`, own })}))
          for update of d skip locked
        ) d
      ), touched as (
        update subscriptions s set last_served_at = ${at}
        from unnest(array(select brand_id from served), array(select tool_slug from served))
          as turn(brand_id, tool_slug)
        where s.brand_id = turn.brand_id and s.tool_slug = turn.tool_slug
      ), probed as (
        update slow_receivers r set probe_at = ${at} + ${`${LEASE_MS} milliseconds`}::interval from served
        where served.is_probe and r.tool_slug = served.tool_slug and r.host = served.host
      )
      update child_context_deliveries d set ${leaseColumns(at, leaseToken)}
      where d.id = any(array(select id from chosen))
      returning ${LEASED}`,
    );
    const chosen = new Map(locked.map((row) => [`${row.brandId} ${row.toolSlug}`, row]));
    return claimed.flatMap((row): ClaimedDelivery[] => {
      const to = chosen.get(`${row.brandId} ${row.toolSlug}`);
      if (!to) return [];
      const { webhookUrl, host, wasSlow } = to;
      return [{ ...row, webhookUrl, host, wasSlow, leaseToken, claimedAt: now }];
    });
  });
}

/**
 * Claims tests and deliveries with their own URL. They skip the queue and cool-downs: a test asks whether a receiver
 * answers, the others belong to no subscription.
 */
export async function claimUnqueued(
  { db, now }: Ctx,
  { tools }: { tools: readonly string[] },
): Promise<ClaimedDelivery[]> {
  const at = toTimestamp(now);
  const leaseToken = newId();
  const claimed = await rowsOf<Leased & Pick<Chosen, "webhookUrl" | "host" | "wasSlow">>(
    db,
    sql`
    with s as materialized (
      select d.id, d.tool_slug, coalesce(d.webhook_url, own.webhook_url) as webhook_url from child_context_deliveries d
      join tools t on t.slug = d.tool_slug and t.status <> 'disabled'
      left join subscriptions own on own.brand_id = d.brand_id and own.tool_slug = d.tool_slug and own.enabled
      where d.status = 'pending' and (d.type = ${sql.raw(`'${TEST_EVENT_TYPE}'`)} or d.webhook_url is not null)
        and d.due_at <= ${at} and d.lease_token is null and d.tool_slug = any(${sql.param(tools)}::text[])
        and coalesce(d.webhook_url, own.webhook_url) is not null
      order by d.due_at limit ${MAX_UNQUEUED}
      for update of d skip locked
    )
    update child_context_deliveries d set ${leaseColumns(at, leaseToken)}
    from s where s.id = d.id
    returning ${LEASED}, s.webhook_url as "webhookUrl", ${HOST} as host,
      exists (select from slow_receivers r where r.tool_slug = s.tool_slug and r.host = ${HOST}) as "wasSlow"`,
  );
  return claimed.map((row) => ({ ...row, leaseToken, claimedAt: now }));
}
