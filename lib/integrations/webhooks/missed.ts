import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { childContextDeliveries as deliveries } from "@/db/schema";
import { MOST_COUNTED } from "@/lib/platform/counted";
import type { Ctx } from "../context";

/** What did not reach a tool since its last success: hand `since` to `replayMissed`. */
export interface Missed {
  /** When the first of it was given up. */
  since: Date;
  /** At most one more than `MOST_COUNTED`. */
  count: number;
}

/**
 * What is over without having been delivered, and can still be sent; a test is repeated by nobody. As it stands here, so that the index of it is used,
 * which says the same.
 */
export const UNDELIVERED = sql.raw(
  "d.status in ('dead', 'cancelled') and d.body_removed_at is null and d.type <> 'hub.test'",
);

/** Exported for the test of its plan. */
export const missedBy = (brandId: string, toolSlugs: readonly string[]) => sql`
  select asked.slug as tool_slug, missed.since, missed.count
  from unnest(${sql.param(toolSlugs)}::text[]) as asked(slug)
  cross join lateral (
    select d.finished_at as at from ${deliveries} d
    where d.brand_id = ${brandId}::uuid and d.tool_slug = asked.slug and ${UNDELIVERED}
    order by d.finished_at limit 1
  ) oldest
  left join lateral (
    select d.created_at as at from ${deliveries} d
    where d.brand_id = ${brandId}::uuid and d.tool_slug = asked.slug and d.status = 'delivered' and d.type <> 'hub.test'
      and d.created_at > oldest.at
    order by d.created_at desc limit 1
  ) success on true
  cross join lateral (
    select min(at) as since, count(*)::int as count from (
      select d.finished_at as at from ${deliveries} d
      where d.brand_id = ${brandId}::uuid and d.tool_slug = asked.slug and ${UNDELIVERED}
        and d.finished_at >= coalesce(success.at, oldest.at)
      order by d.finished_at limit ${MOST_COUNTED + 1}) counted
  ) missed
  where missed.count > 0`;

/**
 * What did not reach each of these tools of a brand since its last success, by slug: whatever was given up or cancelled since, however its
 * subscription came to be off, and however often.
 *
 * It goes by when a delivery was over, not by when it was recorded: one that had waited for its next attempt for days is cancelled with the
 * others. The last success counts from when it was recorded, so that one which was under way as the subscription went off hides nothing.
 */
export async function findMissed(
  { db }: Ctx,
  { brandId, toolSlugs }: { brandId: string; toolSlugs: readonly string[] },
): Promise<Map<string, Missed>> {
  const rows = await rowsOf<{ tool_slug: string; since: string; count: number }>(db, missedBy(brandId, toolSlugs));
  return new Map(rows.map(({ tool_slug, since, count }) => [tool_slug, { since: new Date(since), count }]));
}
