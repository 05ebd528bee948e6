import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Ctx } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";

/** How long a claim holds: three times what a request may take. */
export const LEASE_MS = 30_000;
export const MAX_IN_FLIGHT_PER_SUBSCRIPTION = 2;

/** A delivery that this process alone may send until its lease ends. */
export interface ClaimedDelivery {
  id: string;
  brandId: string;
  toolSlug: string;
  type: string;
  /** Exactly what is to be signed and sent. */
  body: string;
  webhookUrl: string;
  /** 1 for the first attempt ever; goes on counting after a replay. */
  attempt: number;
  leaseToken: string;
  claimedAt: Date;
}

export interface ClaimInput {
  /** Tools that may be sent to, each with the number of deliveries that may be taken for it. Disabled ones are left out here anyway. */
  tools: readonly { slug: string; free: number }[];
  /** Most deliveries in all. */
  limit: number;
}

/**
 * Takes at most one due delivery of each subscription and leases it for 30 s, so that no delivery has two senders and no subscription more
 * than 2 in flight.
 *
 * Two statements in one transaction (docs/adr/0012-outbox-with-fenced-leases.md). The first locks due subscriptions, those least recently served first; what is in flight is
 * counted again in the second, since a lock may have been waited for, but with the subscription locked nobody else can add to it.
 * `SKIP LOCKED` throughout: claims never wait for one another. The weaker lock on subscriptions lets publishing go on.
 */
export async function claimDueDeliveries({ db, now }: Ctx, { tools, limit }: ClaimInput): Promise<ClaimedDelivery[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const leaseToken = newId();
  return db.transaction(async (tx) => {
    const locked = await rowsOf<{ brand_id: string; tool_slug: string; webhook_url: string }>(
      tx,
      sql`
      select s.brand_id, s.tool_slug, s.webhook_url
      from json_to_recordset(${JSON.stringify(tools)}::json) as allowed(slug text, free int)
      join tools t on t.slug = allowed.slug and t.status <> 'disabled'
      cross join lateral (
        select * from subscriptions s
        where s.tool_slug = t.slug and s.enabled
          and (select b.archived_at is null from brands b where b.id = s.brand_id)
          and (select true from child_context_deliveries d
               where d.brand_id = s.brand_id and d.tool_slug = s.tool_slug and d.status = 'pending' and d.due_at <= ${at}
                 and (d.lease_until is null or d.lease_until <= ${at})
               order by d.due_at limit 1)
          and (select count(*) from child_context_deliveries d
               where d.brand_id = s.brand_id and d.tool_slug = s.tool_slug and d.lease_token is not null and d.lease_until > ${at}
              ) < ${MAX_IN_FLIGHT_PER_SUBSCRIPTION}
        order by s.last_served_at nulls first
        limit allowed.free
        for no key update of s skip locked
      ) s
      order by s.last_served_at nulls first
      limit ${limit}`,
    );
    if (locked.length === 0) return [];
    const claimed = await rowsOf<{
      id: string;
      brand_id: string;
      tool_slug: string;
      type: string;
      body: string;
      attempt: number;
    }>(
      tx,
      sql`
      with served as (
        select * from json_to_recordset(${JSON.stringify(locked)}::json) as served(brand_id uuid, tool_slug text)
      ), chosen as (
        select d.id from served
        cross join lateral (
          select d.id from child_context_deliveries d
          where d.brand_id = served.brand_id and d.tool_slug = served.tool_slug and d.status = 'pending' and d.due_at <= ${at}
            and (d.lease_until is null or d.lease_until <= ${at})
          order by d.due_at
          limit case when (
            select count(*) from child_context_deliveries f
            where f.brand_id = served.brand_id and f.tool_slug = served.tool_slug and f.lease_token is not null and f.lease_until > ${at}
          ) < ${MAX_IN_FLIGHT_PER_SUBSCRIPTION} then 1 else 0 end
          for update of d skip locked
        ) d
      ), touched as (
        update subscriptions s set last_served_at = ${at} from served
        where s.brand_id = served.brand_id and s.tool_slug = served.tool_slug
      )
      update child_context_deliveries d
      set lease_token = ${leaseToken}::uuid, lease_until = ${at} + ${`${LEASE_MS} milliseconds`}::interval
      where d.id = any(array(select id from chosen))
      returning d.id, d.brand_id, d.tool_slug, d.type, d.body,
        (select coalesce(max(a.attempt), 0) + 1 from delivery_attempts a where a.delivery_id = d.id) as attempt`,
    );
    const urls = new Map(locked.map((row) => [`${row.brand_id} ${row.tool_slug}`, row.webhook_url]));
    return claimed.map((row) => ({
      id: row.id,
      brandId: row.brand_id,
      toolSlug: row.tool_slug,
      type: row.type,
      body: row.body,
      webhookUrl: urls.get(`${row.brand_id} ${row.tool_slug}`) ?? "",
      attempt: row.attempt,
      leaseToken,
      claimedAt: now,
    }));
  });
}
