import { and, asc, eq, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { entitlements, subscriptions, tools } from "@/db/schema";
import { requirePermission } from "@/lib/access/server";
import { MAX_COUNTED } from "@/lib/platform/text";
import type { Ctx } from "../context";
import { shownWebhookUrl } from "./endpoint-view";
import { findUndelivered } from "./health";
import { readPauses } from "./receiver";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Including today. */
const DAYS = 7;

export interface DayOfDeliveries {
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  delivered: number;
  /** Dead, or waiting to retry. */
  failed: number;
  waiting: number;
  cancelled: number;
}

export type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number];

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

type DayCounts = DayOfDeliveries & { tool_slug: string };

const totalOf = ({ delivered, failed, waiting, cancelled }: DayOfDeliveries) =>
  delivered + failed + waiting + cancelled;

/** Attempts except the one in flight. */
const failedAttempts = sql`(d.attempts - (d.lease_token is not null)::int)`;

/** Exported for its query plan test. */
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
      order by d.created_at desc limit ${MAX_COUNTED}) d
    group by d.tool_slug
  ) counted`;

/** At most `MAX_COUNTED` + 1. */
export const pendingFor = (
  brandId: string,
) => sql<number>`(select count(*)::int from (select from child_context_deliveries d
    where d.brand_id = ${brandId} and d.tool_slug = ${tools}.slug and d.status = 'pending'
      limit ${MAX_COUNTED + 1}) p)`;

/** The brand's tools by name, with the last seven days (UTC). Three queries. @throws NotFound for non-members */
export async function listEndpoints(ctx: Ctx, { brandId }: { brandId: string }) {
  const { role } = await requirePermission(ctx, brandId, "read");
  const days = Array.from({ length: DAYS }, (_, index) =>
    dayOf(new Date(ctx.now.getTime() - (DAYS - 1 - index) * DAY_MS)),
  );
  const counts = await rowsOf<DayCounts>(ctx.db, countsByDay(brandId, days));
  const sampled = days.some(
    (day) => counts.reduce((sum, count) => sum + (count.day === day ? totalOf(count) : 0), 0) >= MAX_COUNTED,
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
  const undelivered = await findUndelivered(ctx, { brandId, toolSlugs: subscribed });
  const pauseOf = await readPauses(ctx);
  return rows.map(({ tool, subscription, pending }) => ({
    tool,
    /** Null without a webhook URL. The URL is shortened for roles that can't manage. */
    subscription: subscription && { ...subscription, webhookUrl: shownWebhookUrl(role, subscription.webhookUrl) },
    pause: pauseOf(tool),
    pending,
    undelivered: undelivered.get(tool.slug) ?? null,
    /** A day had more than `MAX_COUNTED` deliveries; only the newest count. */
    isSampled: sampled,
    days: days.map((day): DayOfDeliveries => {
      const dayCounts = counts.find((count) => count.day === day && count.tool_slug === tool.slug);
      const { delivered = 0, failed = 0, waiting = 0, cancelled = 0 } = dayCounts ?? {};
      return { day, delivered, failed, waiting, cancelled };
    }),
  }));
}
