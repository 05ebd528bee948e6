import { asc, desc, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { refusingUnstorable } from "@/db/errors";
import { childContextDeliveries as deliveries, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import type { ToolStatus } from "@/lib/contract";
import { requireHubAdmin, requireOperator } from "@/lib/platform/context";
import { MAX_COUNTED } from "@/lib/platform/text";
import type { Ctx } from "../context";
import { ONLY_RECORDED } from "./after-failure";
import type { PauseReason } from "./endpoint-view";
import { type DeliveryFilter, type DeliveryStatus, failedAttempts, matchingAnyStatus } from "./list-deliveries";
import { hostOf, readPauses } from "./receiver";

/** Success rates cover a tool's newest deliveries of the last day. */
const SAMPLE = 500;
/** Beyond this many, people use the paged list. */
const MAX_TOOLS = 100;

/** Over all brands. */
export interface ToolHealth {
  tool: { slug: string; name: string; status: ToolStatus };
  pause: PauseReason | null;
  /** True if a secret is missing or unreadable although the tool has a webhook URL or due deliveries. */
  silent: boolean;
  /** At most `MAX_COUNTED` + 1, like `failing` and `off`. */
  due: number;
  oldestDueAt: Date | null;
  failing: number;
  off: number;
  /** Of the newest deliveries of the last 24 hours. */
  tried: number;
  delivered: number;
}

type Row = Omit<ToolHealth, "tool" | "pause" | "silent" | "oldestDueAt"> & {
  slug: string;
  oldest_due_at: string | null;
};

/** Reads a bounded range of four indexes per tool. */
const measureTools = (slugs: readonly string[], now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  // As in the partial index.
  const waiting = sql`d.tool_slug = t.slug and d.status = 'pending' and d.lease_token is null and d.finished_at is null
    and d.due_at <= ${at}`;
  const problem = sql`select s.enabled from subscriptions s
    where s.tool_slug = t.slug and (s.failing_since is not null or not s.enabled) limit ${MAX_COUNTED + 1}`;
  return sql`
    select t.slug,
      (select count(*)::int from (select 1 from child_context_deliveries d where ${waiting}
        limit ${MAX_COUNTED + 1}) w) as due,
      (select to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from child_context_deliveries d where ${waiting} order by d.due_at limit 1) as oldest_due_at,
      problems.failing, problems.off, recent.tried, recent.delivered
    from unnest(${sql.param(slugs)}::text[]) as t(slug)
    cross join lateral (
      select (count(*) filter (where s.enabled))::int as failing, (count(*) filter (where not s.enabled))::int as off
      from (${problem}) s) problems
    cross join lateral (
      select (count(*) filter (where d.status = 'delivered'))::int as delivered,
        (count(*) filter (where d.status in ('delivered', 'dead')
          or d.attempts > (d.lease_token is not null)::int))::int as tried
      from (select d.status, d.attempts, d.lease_token from child_context_deliveries d
        where d.tool_slug = t.slug and d.created_at > ${at} - interval '24 hours' and d.status <> 'cancelled'
        order by d.created_at desc limit ${SAMPLE}) d) recent`;
};

const hasProblem = ({ silent, failing, off }: ToolHealth) => silent || failing > 0 || off > 0;

/** Delivery health by tool, those with problems first. @throws Forbidden for non-administrators */
export async function listToolHealth(ctx: Ctx): Promise<ToolHealth[]> {
  requireHubAdmin(ctx);
  const registered = await ctx.db
    .select({ slug: tools.slug, name: tools.name, status: tools.status, webhookUrl: tools.defaultWebhookUrl })
    .from(tools)
    .orderBy(asc(tools.name), asc(tools.slug))
    .limit(MAX_TOOLS);
  const slugs = registered.map(({ slug }) => slug);
  const rows = slugs.length > 0 ? await rowsOf<Row>(ctx.db, measureTools(slugs, ctx.now)) : [];
  const pauseOf = await readPauses(ctx);
  const health = registered.flatMap(({ webhookUrl, ...tool }): ToolHealth[] => {
    const row = rows.find(({ slug }) => slug === tool.slug);
    if (!row) return [];
    const { slug: _slug, oldest_due_at: oldest, ...counts } = row;
    const pause = pauseOf(tool);
    const silent = pause !== null && pause !== "tool_disabled" && (webhookUrl !== null || counts.due > 0);
    return [{ tool, pause, silent, ...counts, oldestDueAt: oldest ? new Date(oldest) : null }];
  });
  return health.sort((one, other) => Number(hasProblem(other)) - Number(hasProblem(one)));
}

/** `retrying` is part of `pending`. */
export type DeliveryTotals = Record<DeliveryStatus | "retrying" | "all", number> & {
  /** True if there are more than the newest `MAX_COUNTED`. */
  more: boolean;
};

/** Counts a brand's newest 1,000 deliveries that match the filter by status. @throws NotFound for non-members */
export async function countDeliveries(ctx: Ctx, query: DeliveryFilter & { brandId: string }): Promise<DeliveryTotals> {
  await requirePermission(ctx, query.brandId, "read");
  const newest = ctx.db
    .select({
      status: deliveries.status,
      retrying: sql<boolean>`${deliveries.status} = 'pending' and ${failedAttempts} > 0`.as("retrying"),
    })
    .from(deliveries)
    .where(matchingAnyStatus(query.brandId, query))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(MAX_COUNTED + 1)
    .as("newest");
  const counting = ctx.db
    .select({ status: newest.status, retrying: newest.retrying, count: sql<number>`count(*)::int` })
    .from(newest)
    .groupBy(newest.status, newest.retrying);
  const rows = await refusingUnstorable(async () => counting);
  const totals: DeliveryTotals = { all: 0, pending: 0, retrying: 0, delivered: 0, dead: 0, cancelled: 0, more: false };
  for (const { status, retrying, count } of rows) {
    totals.all += count;
    totals[status] += count;
    if (retrying) totals.retrying += count;
  }
  return { ...totals, more: totals.all > MAX_COUNTED };
}

const MAX_BACKLOG = 100_000;

interface PausedDeliveries {
  tool: { slug: string; name: string };
  reason: PauseReason;
  due: number;
}

export interface Backlog {
  /** At most 100,000 are counted. */
  pending: number;
  /** Including paused ones. */
  due: number;
  paused: PausedDeliveries[];
  /** Age of the oldest due delivery of a working receiver: not paused, failing or slow. 0 if none. */
  oldestDueMs: number;
}

/** Measures the outbox of all brands by one index scan. For operators. */
export async function measureBacklog(ctx: Pick<Ctx, "db" | "now" | "secrets" | "actor">): Promise<Backlog> {
  requireOperator(ctx);
  const registered = await ctx.db.select({ slug: tools.slug, name: tools.name, status: tools.status }).from(tools);
  const pauseOf = await readPauses(ctx);
  const at = sql`${ctx.now.toISOString()}::timestamptz`;
  const rows = await rowsOf<{ slug: string; pending: string; due: string; oldest: string | null }>(
    ctx.db,
    sql`
    with waiting as (
      select brand_id, tool_slug, due_at from child_context_deliveries where status = 'pending' limit ${MAX_BACKLOG}
    ), accepting as (
      select s.brand_id, s.tool_slug from subscriptions s join brands b on b.id = s.brand_id
      where s.enabled and s.failing_since is null and b.archived_at is null
        and (s.tool_slug, ${hostOf(sql`s.webhook_url`)}) not in (select tool_slug, host from slow_receivers)
    )
    select waiting.tool_slug as slug, count(*) as pending,
      count(*) filter (where waiting.due_at <= ${at}) as due,
      extract(epoch from ${at} - min(waiting.due_at)
        filter (where waiting.due_at <= ${at} and accepting.tool_slug is not null)) * 1000 as oldest
    from waiting left join accepting using (brand_id, tool_slug)
    group by waiting.tool_slug`,
  );
  const backlog: Backlog = { pending: 0, due: 0, paused: [], oldestDueMs: 0 };
  for (const { slug, name, status } of registered) {
    const row = rows.find((counted) => counted.slug === slug);
    if (!row) continue;
    const due = Number(row.due);
    const reason = pauseOf({ slug, status });
    backlog.pending += Number(row.pending);
    backlog.due += due;
    if (!reason) backlog.oldestDueMs = Math.max(backlog.oldestDueMs, Number(row.oldest));
    else if (due > 0) backlog.paused.push({ tool: { slug, name }, reason, due });
  }
  return backlog;
}

/** What a tool hasn't received since its last success. Pass `since` to `replayUndelivered`. */
export interface Undelivered {
  since: Date;
  /** At most `MAX_COUNTED` + 1. */
  count: number;
}

/**
 * Finished without success and replayable, without tests and what was only recorded. Begins with the words of the
 * partial index.
 */
const UNDELIVERED = sql`${sql.raw("d.status in ('dead', 'cancelled') and d.body_removed_at is null and d.type <> 'hub.test'")}
  and d.reason is distinct from ${ONLY_RECORDED}`;

/** Exported for its query plan test. */
const undeliveredBy = (brandId: string, toolSlugs: readonly string[]) => sql`
  select tool.slug as tool_slug, undelivered.since, undelivered.count
  from unnest(${sql.param(toolSlugs)}::text[]) as tool(slug)
  cross join lateral (
    select d.finished_at as at from ${deliveries} d
    where d.brand_id = ${brandId}::uuid and d.tool_slug = tool.slug and ${UNDELIVERED}
    order by d.finished_at limit 1
  ) oldest
  left join lateral (
    select d.created_at as at from ${deliveries} d
    where d.brand_id = ${brandId}::uuid and d.tool_slug = tool.slug and d.status = 'delivered' and d.type <> 'hub.test'
      and d.created_at > oldest.at
    order by d.created_at desc limit 1
  ) success on true
  cross join lateral (
    select min(at) as since, count(*)::int as count from (
      select d.finished_at as at from ${deliveries} d
      where d.brand_id = ${brandId}::uuid and d.tool_slug = tool.slug and ${UNDELIVERED}
        and d.finished_at >= coalesce(success.at, oldest.at)
      order by d.finished_at limit ${MAX_COUNTED + 1}) counted
  ) undelivered
  where undelivered.count > 0`;

/**
 * What tools of a brand haven't received since their last success, by slug, for whatever reason.
 *
 * Compares when a delivery finished, since one that waited days for a retry is cancelled with the others. A success
 * counts from when it was recorded: one in flight while the subscription was turned off hides nothing.
 */
export async function findUndelivered(
  { db }: Ctx,
  { brandId, toolSlugs }: { brandId: string; toolSlugs: readonly string[] },
): Promise<Map<string, Undelivered>> {
  const rows = await rowsOf<{ tool_slug: string; since: string; count: number }>(db, undeliveredBy(brandId, toolSlugs));
  return new Map(rows.map(({ tool_slug, since, count }) => [tool_slug, { since: new Date(since), count }]));
}
