import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { tools } from "@/db/schema";
import { type Ctx, requireOperator } from "@/lib/kernel/context";
import { readHolds } from "./read-holds";
import { hostOf } from "./receiver";

/** Counting goes no further, so that a look at a backlog never costs what the backlog does. */
const COUNTED = 100_000;

/** What waits to be sent. */
export interface Backlog {
  /** Deliveries that wait, for their time or for their turn; at most 100,000 are counted. */
  pending: number;
  /** Those of them whose time has come, held ones too. */
  due: number;
  /** How long the oldest of those has waited whose receiver takes deliveries: nobody holds them, and the last attempt did not fail, nor that of another brand to the same receiver run out of time. 0 without any. */
  oldestDueMs: number;
}

/** Measures the outbox, by one pass over the index of what is pending. For whoever runs the hub: figures alone, of all brands. */
export async function measureBacklog(ctx: Ctx): Promise<Backlog> {
  requireOperator(ctx);
  const registered = await ctx.db.select({ slug: tools.slug, status: tools.status }).from(tools);
  const holdOf = await readHolds(ctx);
  const served = registered.filter((tool) => holdOf(tool) === null).map(({ slug }) => slug);
  const at = sql`${ctx.now.toISOString()}::timestamptz`;
  const [row] = await rowsOf<{ pending: string; due: string; oldest: string | null }>(
    ctx.db,
    sql`
    with waiting as (
      select brand_id, tool_slug, due_at from child_context_deliveries where status = 'pending' limit ${COUNTED}
    ), taken as (
      select s.brand_id, s.tool_slug from subscriptions s join brands b on b.id = s.brand_id
      where s.enabled and s.failing_since is null and b.archived_at is null
        and (s.tool_slug, ${hostOf(sql`s.webhook_url`)}) not in (select tool_slug, host from slow_receivers)
        and s.tool_slug in (select json_array_elements_text(${JSON.stringify(served)}::json))
    )
    select count(*) as pending,
      count(*) filter (where waiting.due_at <= ${at}) as due,
      extract(epoch from ${at} - min(waiting.due_at) filter (where waiting.due_at <= ${at} and taken.tool_slug is not null)) * 1000 as oldest
    from waiting left join taken using (brand_id, tool_slug)`,
  );
  return { pending: Number(row?.pending ?? 0), due: Number(row?.due ?? 0), oldestDueMs: Number(row?.oldest ?? 0) };
}
