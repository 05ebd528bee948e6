import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { tools } from "@/db/schema";
import { requireOperator } from "@/lib/platform/context";
import type { Ctx } from "../context";
import type { HoldReason } from "./endpoint-view";
import { readHolds } from "./read-holds";
import { hostOf } from "./receiver";

/** Counting goes no further, so that a look at a backlog never costs what the backlog does. */
const COUNTED = 100_000;

/** Due deliveries of a tool that the hub sends nothing to. */
interface HeldDeliveries {
  tool: { slug: string; name: string };
  reason: HoldReason;
  due: number;
}

export interface Backlog {
  /** Deliveries that wait, for their time or for their turn; at most 100,000 are counted. */
  pending: number;
  /** Those of them whose time has come, held ones too. */
  due: number;
  /** Those of the due ones that no tick sends, by tool. */
  held: HeldDeliveries[];
  /** How long the oldest of those has waited whose receiver takes deliveries: nobody holds them, and the last attempt did not fail, nor that of another brand to the same receiver run out of time. 0 without any. */
  oldestDueMs: number;
}

/** Measures the outbox, by one pass over the index of what is pending. For whoever runs the hub: of all brands. */
export async function measureBacklog(ctx: Pick<Ctx, "db" | "now" | "secrets" | "actor">): Promise<Backlog> {
  requireOperator(ctx);
  const registered = await ctx.db.select({ slug: tools.slug, name: tools.name, status: tools.status }).from(tools);
  const holdOf = await readHolds(ctx);
  const at = sql`${ctx.now.toISOString()}::timestamptz`;
  const rows = await rowsOf<{ slug: string; pending: string; due: string; oldest: string | null }>(
    ctx.db,
    sql`
    with waiting as (
      select brand_id, tool_slug, due_at from child_context_deliveries where status = 'pending' limit ${COUNTED}
    ), taken as (
      select s.brand_id, s.tool_slug from subscriptions s join brands b on b.id = s.brand_id
      where s.enabled and s.failing_since is null and b.archived_at is null
        and (s.tool_slug, ${hostOf(sql`s.webhook_url`)}) not in (select tool_slug, host from slow_receivers)
    )
    select waiting.tool_slug as slug, count(*) as pending,
      count(*) filter (where waiting.due_at <= ${at}) as due,
      extract(epoch from ${at} - min(waiting.due_at) filter (where waiting.due_at <= ${at} and taken.tool_slug is not null)) * 1000 as oldest
    from waiting left join taken using (brand_id, tool_slug)
    group by waiting.tool_slug`,
  );
  const backlog: Backlog = { pending: 0, due: 0, held: [], oldestDueMs: 0 };
  for (const { slug, name, status } of registered) {
    const row = rows.find((found) => found.slug === slug);
    if (!row) continue;
    const due = Number(row.due);
    const reason = holdOf({ slug, status });
    backlog.pending += Number(row.pending);
    backlog.due += due;
    if (!reason) backlog.oldestDueMs = Math.max(backlog.oldestDueMs, Number(row.oldest));
    else if (due > 0) backlog.held.push({ tool: { slug, name }, reason, due });
  }
  return backlog;
}
