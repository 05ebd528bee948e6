import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Ctx } from "@/lib/kernel/context";
import { firstIdAt } from "@/lib/kernel/ids";

// An array of ids, which the planner takes for short: it would read a whole table for a batch in a list.
interface Batch {
  /** What came in, or was over, before this moment. */
  before: Date;
  atMost: number;
}

/** Drops old events. A key of theirs that comes again is a new one. */
export async function dropEvents({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const dropped = await rowsOf(
    db,
    sql`
    delete from events where id = any(array(
      select id from events where id < ${firstIdAt(before)}::uuid and received_at < ${before.toISOString()}::timestamptz
      order by id limit ${atMost} for update skip locked))
    returning 1`,
  );
  return dropped.length;
}

/** Drops deliveries that are over since then, and their attempts. They are found by when that was, past those that still wait, however old. */
export async function dropDeliveries({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const dropped = await rowsOf(
    db,
    sql`
    delete from child_context_deliveries where id = any(array(
      select id from child_context_deliveries
      where finished_at < ${before.toISOString()}::timestamptz
      order by finished_at limit ${atMost} for update skip locked))
    returning 1`,
  );
  return dropped.length;
}

/** Drops calls of the request log that came before then. */
export async function dropRequests({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const dropped = await rowsOf(
    db,
    sql`
    delete from api_requests where id = any(array(
      select id from api_requests where id < ${firstIdAt(before)}::uuid order by id limit ${atMost} for update skip locked))
    returning 1`,
  );
  return dropped.length;
}

/** Drops counts of hours before then. */
export async function dropUsage({ db }: Ctx, { before, atMost }: Batch): Promise<number> {
  const dropped = await rowsOf(
    db,
    sql`
    delete from usage_counters where ctid = any(array(
      select ctid from usage_counters where hour < ${before.toISOString()}::timestamptz
      order by hour limit ${atMost} for update skip locked))
    returning 1`,
  );
  return dropped.length;
}
