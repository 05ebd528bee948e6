import { asc, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { tools } from "@/db/schema";
import type { ToolStatus } from "@/lib/contract";
import { requireHubAdmin } from "@/lib/platform/context";
import { MOST_COUNTED } from "@/lib/platform/counted";
import type { Ctx } from "../context";
import type { HoldReason } from "./endpoint-view";
import { readHolds } from "./read-holds";

/** The deliveries of the last day that a tool's share of successes is told by: its newest. */
const SAMPLE = 500;
/** More tools than these are read in their list, page by page. */
const TOOLS_AT_MOST = 100;

/** How delivering to one tool goes, over all brands. */
export interface ToolHealth {
  tool: { slug: string; name: string; status: ToolStatus };
  /** Why nothing is sent to it, if so. */
  hold: HoldReason | null;
  /** Whether there would be anything to send that a missing or unreadable secret holds back: it has a webhook URL, or deliveries. */
  silent: boolean;
  /** Deliveries whose time has come and that nobody sends yet; at most one more than `MOST_COUNTED`, as of the next two. */
  due: number;
  /** Since when the oldest of them is due. */
  oldestDueAt: Date | null;
  /** Subscriptions whose attempts fail at present. */
  failing: number;
  off: number;
  /** What became of the newest deliveries of the last 24 hours: how many were tried, and how many of those arrived. */
  tried: number;
  delivered: number;
}

/** A tool as the database counts it; times come as text. */
type Row = Omit<ToolHealth, "tool" | "hold" | "silent" | "oldestDueAt"> & {
  slug: string;
  oldest_due_at: string | null;
};

/** Of each tool a bounded stretch of four indexes, however many deliveries there are. */
const measure = (slugs: readonly string[], now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`;
  // As the index has it: waiting and in nobody's hands.
  const waiting = sql`d.tool_slug = t.slug and d.status = 'pending' and d.lease_token is null and d.finished_at is null
    and d.due_at <= ${at}`;
  const trouble = sql`select s.enabled from subscriptions s
    where s.tool_slug = t.slug and (s.failing_since is not null or not s.enabled) limit ${MOST_COUNTED + 1}`;
  return sql`
    select t.slug,
      (select count(*)::int from (select 1 from child_context_deliveries d where ${waiting} limit ${MOST_COUNTED + 1}) w) as due,
      (select to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from child_context_deliveries d where ${waiting} order by d.due_at limit 1) as oldest_due_at,
      troubled.failing, troubled.off, lately.tried, lately.delivered
    from unnest(${sql.param(slugs)}::text[]) as t(slug)
    cross join lateral (
      select (count(*) filter (where s.enabled))::int as failing, (count(*) filter (where not s.enabled))::int as off
      from (${trouble}) s) troubled
    cross join lateral (
      select (count(*) filter (where d.status = 'delivered'))::int as delivered,
        (count(*) filter (where d.status in ('delivered', 'dead') or d.attempts > (d.lease_token is not null)::int))::int as tried
      from (select d.status, d.attempts, d.lease_token from child_context_deliveries d
        where d.tool_slug = t.slug and d.created_at > ${at} - interval '24 hours' and d.status <> 'cancelled'
        order by d.created_at desc limit ${SAMPLE}) d) lately`;
};

const isTroubled = ({ silent, failing, off }: ToolHealth) => silent || failing > 0 || off > 0;

/** How delivering goes, tool by tool, those in trouble first. @throws Forbidden unless a hub administrator asks */
export async function listToolHealth(ctx: Ctx): Promise<ToolHealth[]> {
  requireHubAdmin(ctx);
  const registered = await ctx.db
    .select({ slug: tools.slug, name: tools.name, status: tools.status, webhookUrl: tools.defaultWebhookUrl })
    .from(tools)
    .orderBy(asc(tools.name), asc(tools.slug))
    .limit(TOOLS_AT_MOST);
  const slugs = registered.map(({ slug }) => slug);
  const rows = slugs.length > 0 ? await rowsOf<Row>(ctx.db, measure(slugs, ctx.now)) : [];
  const holdOf = await readHolds(ctx);
  const health = registered.flatMap(({ webhookUrl, ...tool }): ToolHealth[] => {
    const row = rows.find(({ slug }) => slug === tool.slug);
    if (!row) return [];
    const { slug: _slug, oldest_due_at: oldest, ...counts } = row;
    const hold = holdOf(tool);
    const silent = hold !== null && hold !== "tool_disabled" && (webhookUrl !== null || counts.due > 0);
    return [{ tool, hold, silent, ...counts, oldestDueAt: oldest ? new Date(oldest) : null }];
  });
  return health.sort((one, other) => Number(isTroubled(other)) - Number(isTroubled(one)));
}
