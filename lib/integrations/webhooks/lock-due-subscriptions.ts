import { type SQL, sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/client";
import { COOL_DOWN_AFTER, hostOf, type Receiver } from "./receiver";

export const MAX_IN_FLIGHT_PER_SUBSCRIPTION = 2;

export interface ClaimInput {
  /** Disabled ones are skipped here too. */
  tools: readonly ToolLimit[];
  limit: number;
  /** For receivers whose last attempt timed out. */
  slowLimit?: number;
  /** For those, and for tools that didn't respond last time. */
  unprovenLimit?: number;
  /** They get nothing more until their delivery ends. */
  hanging?: readonly Receiver[];
  /** Lease tokens of this process. */
  own?: readonly string[];
}

interface ToolLimit {
  slug: string;
  free: number;
  /** Tools with the fewest in flight come first. */
  active?: number;
  /** Answered last time, so a claim may take several deliveries of a subscription. */
  answers?: boolean;
  /** Limit per subscription while only this process has claims. It still sends 2 at a time. */
  each?: number;
}

export interface Chosen extends Receiver {
  brandId: string;
  webhookUrl: string;
  wasSlow: boolean;
  isProbe: boolean;
}

export const toTimestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const SERVED_AT = sql`coalesce(s.last_served_at, s.created_at)`;
export const HOST = hostOf(sql`s.webhook_url`);

/** Deliveries that may still be claimed: up to `each` if only this process has claims, else 2 in all. */
export const claimableOf = (at: SQL, of: SQL, { each, own }: { each: SQL; own: readonly string[] }) => sql`(
  select case when bool_or(f.lease_token <> all(${sql.param(own)}::uuid[])) then ${MAX_IN_FLIGHT_PER_SUBSCRIPTION}
    else ${each} end - count(*)
  from child_context_deliveries f
  where f.brand_id = ${of}.brand_id and f.tool_slug = ${of}.tool_slug and f.lease_token is not null
    and f.lease_until > ${at})`;

const claimable = (at: SQL, limits: { each: SQL; own: readonly string[] }) => sql`s.enabled
  and (select b.archived_at is null from brands b where b.id = s.brand_id)
  and ${claimableOf(at, sql`s`, limits)} > 0`;

const FIRST_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`;
const LAST_ID = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * Brand ids with something due for the tool, in order. Steps from brand to brand through one index, only as far as the
 * caller reads. The conditions match that index.
 */
const brandsWithDue = (at: SQL, toolSlug: SQL, { after, upTo }: { after: SQL; upTo: SQL }) => {
  const first = (beyond: SQL) => sql`
    select d.brand_id, d.due_at from child_context_deliveries d
    where d.tool_slug = ${toolSlug} and d.brand_id > ${beyond} and d.brand_id <= ${upTo}
      and d.status = 'pending' and d.lease_token is null and d.finished_at is null
    order by d.brand_id, d.due_at limit 1`;
  return sql`(
    with recursive waiting as (
      (${first(after)}) union all select next.* from waiting cross join lateral (${first(sql`waiting.brand_id`)}) next
    ) select brand_id from waiting where due_at <= ${at})`;
};

/** `offset` keeps the planner from reading all subscriptions first. */
const subscriptionOf = (toolSlug: SQL) =>
  sql`(select s.* from subscriptions s where s.brand_id = due.brand_id and s.tool_slug = ${toolSlug} offset 0)`;

/**
 * Locks the subscriptions to serve next: by tool with the fewest in flight, then the one served least recently. Within
 * a tool it goes round-robin by brand id over due brands. From twice the tool's share it takes those served least
 * recently. So the cost follows what is claimed, not the number of subscriptions.
 *
 * A receiver that cools down gets one probe when its time has come, before the rest of the tool's share. One pass finds
 * probes (`is true` stops the planner from searching for each), and only chosen ones are locked.
 */
export const lockSubscriptions = (
  tx: Database,
  at: SQL,
  { tools, limit, slowLimit, unprovenLimit, hanging, own }: Required<ClaimInput>,
) =>
  rowsOf<Chosen>(
    tx,
    sql`
    with allowed as materialized (
      select t.slug, least(input.free, ceil(2.0 * ${limit}::int / count(*) over ())::int) as free,
        coalesce(input.active, 0) as active, coalesce(input.each, 1) as each, coalesce(input.answers, false) as answers,
        latest.served_at, coalesce(latest.brand_id, ${FIRST_ID}) as latest_id
      from json_to_recordset(${JSON.stringify(tools)}::json)
        as input(slug text, free int, active int, each int, answers boolean)
      join tools t on t.slug = input.slug and t.status <> 'disabled'
      left join lateral (
        select s.brand_id, ${SERVED_AT} as served_at from subscriptions s where s.tool_slug = t.slug and s.enabled
        order by ${SERVED_AT} desc limit 1) latest on true
      where (select true from child_context_deliveries d
             where d.tool_slug = t.slug and d.status = 'pending' and d.lease_token is null and d.finished_at is null
               and d.due_at <= ${at}
             order by d.due_at limit 1)
    ), slow as materialized (
      select tool_slug, host, timeouts from slow_receivers
    ), closed as materialized (
      select tool_slug, host from slow where timeouts >= ${COOL_DOWN_AFTER}
      union
      select input."toolSlug", input.host
      from json_to_recordset(${JSON.stringify(hanging)}::json) as input("toolSlug" text, host text)
    ), cooled as materialized (
      select tool_slug, host from slow_receivers where timeouts >= ${COOL_DOWN_AFTER} and probe_at <= ${at}
    ), probeable as (
      select distinct on (s.tool_slug, ${HOST}) s.brand_id, s.tool_slug, ${HOST} as host, ${SERVED_AT} as served_at
      from (select distinct tool_slug from cooled) one
      cross join lateral ${brandsWithDue(at, sql`one.tool_slug`, { after: FIRST_ID, upTo: LAST_ID })} due
      cross join lateral ${subscriptionOf(sql`one.tool_slug`)} s
      where ((s.tool_slug, ${HOST}) in (select tool_slug, host from cooled)) is true
        and ${claimable(at, { each: sql`1`, own })}
      order by s.tool_slug, ${HOST}, ${SERVED_AT}
    ), probes as (
      select a.*, row_number() over (partition by a.tool_slug order by a.served_at) + allowed.active as turn,
        allowed.served_at as tool_served_at
      from probeable a join allowed on allowed.slug = a.tool_slug
      order by turn, tool_served_at
      limit ${slowLimit}
    ), waiting as (
      select s.*, false as is_probe
      from allowed cross join lateral (
        select s.brand_id, s.tool_slug, s.webhook_url, ${HOST} as host, turn.served_at
        from (
          select * from (
            select s.brand_id, ${SERVED_AT} as served_at
            from (
              select * from
                ${brandsWithDue(at, sql`allowed.slug`, { after: sql`allowed.latest_id`, upTo: LAST_ID })} later
              union all
              select * from
                ${brandsWithDue(at, sql`allowed.slug`, { after: FIRST_ID, upTo: sql`allowed.latest_id` })} earlier
            ) due
            cross join lateral ${subscriptionOf(sql`allowed.slug`)} s
            where (s.tool_slug, ${HOST}) not in (select tool_slug, host from closed)
              and ${claimable(at, { each: sql`allowed.each`, own })}
            limit 2 * allowed.free
          ) around order by served_at
        ) turn
        cross join lateral (
          select * from subscriptions s where s.brand_id = turn.brand_id and s.tool_slug = allowed.slug and s.enabled
          for no key update skip locked) s
        limit allowed.free
      ) s
      union all
      select s.*, true as is_probe
      from (
        select s.brand_id, s.tool_slug, s.webhook_url, r.host, probes.served_at
        from probes
        join slow_receivers r on r.tool_slug = probes.tool_slug and r.host = probes.host and r.probe_at <= ${at}
        join subscriptions s on s.brand_id = probes.brand_id and s.tool_slug = probes.tool_slug and ${HOST} = r.host
        for update of r skip locked
        for no key update of s skip locked
      ) s
    ), by_tool as (
      select waiting.*, allowed.answers, allowed.free, allowed.active, allowed.served_at as tool_served_at,
        row_number() over (partition by tool_slug order by is_probe desc, waiting.served_at) as rank
      from waiting join allowed on allowed.slug = waiting.tool_slug
    ), ranked as (
      select marked.*,
        row_number() over (partition by was_slow order by turn, tool_served_at) as slow_rank,
        row_number() over (partition by was_slow or not answers order by was_slow, turn,
          tool_served_at) as unproven_rank
      from (select by_tool.*, rank + active as turn,
              exists (select from slow where slow.tool_slug = by_tool.tool_slug
                and slow.host = by_tool.host) as was_slow
            from by_tool where rank <= free) marked
    )
    select brand_id as "brandId", tool_slug as "toolSlug", webhook_url as "webhookUrl", host, was_slow as "wasSlow",
      is_probe as "isProbe" from ranked
    where (not was_slow or slow_rank <= ${slowLimit})
      and (not (was_slow or not answers) or unproven_rank <= ${unprovenLimit})
    order by turn, tool_served_at
    limit ${limit}`,
  );
