import { and, asc, eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { entitlements, subscriptions, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { MOST_COUNTED } from "@/lib/platform/counted";
import type { Ctx } from "../context";
import { type HoldReason, shownWebhookUrl } from "./endpoint-view";
import { findMissed, type Missed } from "./health";
import { readHolds } from "./receiver";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days in the picture of an endpoint's health, with the present one. */
const DAYS = 7;

export interface DayOfDeliveries {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  delivered: number;
  /** Given up, or refused so far and waiting for the next attempt. */
  failed: number;
  /** Not tried yet. */
  waiting: number;
  cancelled: number;
}

/** Where a tool is notified of the brand's changes, and how that went lately. */
export interface Endpoint {
  tool: { slug: string; name: string; status: (typeof tools.$inferSelect)["status"] };
  /** null: the tool is entitled, but nobody said where to send to. Its URL is as the acting user may see it. */
  subscription: Omit<typeof subscriptions.$inferSelect, "brandId" | "toolSlug"> | null;
  /** Why nothing is sent to it, if so. */
  hold: HoldReason | null;
  /** Deliveries that are pending now, whenever they were recorded; at most one more than `MOST_COUNTED`. */
  pending: number;
  /** What did not reach it since its last success; null where nothing, or without a subscription. */
  missed: Missed | null;
  /** The last seven days, oldest first, days without deliveries among them. */
  days: DayOfDeliveries[];
  /** True where a day had more deliveries of the brand than are counted: its newest `MOST_COUNTED`. */
  isSampled: boolean;
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

type DayCounts = DayOfDeliveries & { tool_slug: string };

const totalOf = ({ delivered, failed, waiting, cancelled }: DayOfDeliveries) =>
  delivered + failed + waiting + cancelled;

/** Attempts of a pending delivery `d` that have failed: all but the one under way. */
const failedAttempts = sql`(d.attempts - (d.lease_token is not null)::int)`;

/** Counts by day and tool, over the newest of each day from its own stretch of the index on brand and time. Exported for the test of its plan. */
export const countsByDay = (brandId: string, days: readonly string[]) => sql`
  select days.day, counted.*
  from unnest(${sql.param(days)}::text[]) as days(day)
  cross join lateral (
    select d.tool_slug,
      (count(*) filter (where d.status = 'delivered'))::int as delivered,
      (count(*) filter (where d.status = 'dead' or (d.status = 'pending' and ${failedAttempts} > 0)))::int as failed,
      (count(*) filter (where d.status = 'pending' and ${failedAttempts} = 0))::int as waiting,
      (count(*) filter (where d.status = 'cancelled'))::int as cancelled
    from (select d.tool_slug, d.status, d.attempts, d.lease_token from child_context_deliveries d
      where d.brand_id = ${brandId}
        and d.created_at >= (days.day || 'T00:00:00Z')::timestamptz
        and d.created_at < (days.day || 'T00:00:00Z')::timestamptz + interval '24 hours'
      order by d.created_at desc limit ${MOST_COUNTED}) d
    group by d.tool_slug
  ) counted`;

/** How many deliveries of the brand wait for the tool of a row, or are being sent; at most one more than `MOST_COUNTED`. */
export const pendingFor = (
  brandId: string,
) => sql<number>`(select count(*)::int from (select from child_context_deliveries d
    where d.brand_id = ${brandId} and d.tool_slug = ${tools}.slug and d.status = 'pending' limit ${MOST_COUNTED + 1}) p)`;

/**
 * Every tool the brand is entitled to, with its subscription and the health of the last seven days (in UTC), in alphabetical
 * order of names. Three queries, whatever the number of deliveries. @throws NotFound for non-members
 */
export async function listEndpoints(ctx: Ctx, { brandId }: { brandId: string }): Promise<Endpoint[]> {
  const { role } = await requirePermission(ctx, brandId, "read");
  const days = Array.from({ length: DAYS }, (_, index) =>
    dayOf(new Date(ctx.now.getTime() - (DAYS - 1 - index) * DAY_MS)),
  );
  const counts = await rowsOf<DayCounts>(ctx.db, countsByDay(brandId, days));
  const sampled = days.some(
    (day) => counts.reduce((sum, count) => sum + (count.day === day ? totalOf(count) : 0), 0) >= MOST_COUNTED,
  );
  const rows = await ctx.db
    .select({
      tool: { slug: tools.slug, name: tools.name, status: tools.status },
      subscription: subscriptions,
      pending: pendingFor(brandId),
    })
    .from(entitlements)
    .innerJoin(tools, eq(tools.slug, entitlements.toolSlug))
    .leftJoin(subscriptions, and(eq(subscriptions.toolSlug, tools.slug), eq(subscriptions.brandId, brandId)))
    .where(eq(entitlements.brandId, brandId))
    .orderBy(asc(tools.name), asc(tools.slug));
  const subscribed = rows.flatMap(({ tool, subscription }) => (subscription ? [tool.slug] : []));
  const missed = await findMissed(ctx, { brandId, toolSlugs: subscribed });
  const holdOf = await readHolds(ctx);
  return rows.map(({ tool, subscription, pending }) => ({
    tool,
    subscription: subscription && { ...subscription, webhookUrl: shownWebhookUrl(role, subscription.webhookUrl) },
    hold: holdOf(tool),
    pending,
    missed: missed.get(tool.slug) ?? null,
    isSampled: sampled,
    days: days.map((day) => {
      const found = counts.find((count) => count.day === day && count.tool_slug === tool.slug);
      const { delivered = 0, failed = 0, waiting = 0, cancelled = 0 } = found ?? {};
      return { day, delivered, failed, waiting, cancelled };
    }),
  }));
}
