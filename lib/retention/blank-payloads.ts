import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import type { Ctx } from "@/lib/kernel/context";

interface Batch {
  /** What came in, or was over, before this moment. */
  before: Date;
  atMost: number;
}

/** Blanks what old events carried. Their rows stay, so that an idempotency key that comes again is still known. */
export async function blankEvents({ db, now }: Ctx, { before, atMost }: Batch): Promise<number> {
  const blanked = await rowsOf(
    db,
    sql`
    update events set payload = '{}', payload_removed_at = ${now.toISOString()}::timestamptz where id = any(array(
      select id from events where received_at < ${before.toISOString()}::timestamptz and payload_removed_at is null
      order by received_at limit ${atMost} for update skip locked))
    returning 1`,
  );
  return blanked.length;
}

/** Blanks what was sent by deliveries that are over since then, and what was answered; that it was, when and with what status stays. */
export async function blankDeliveries({ db, now }: Ctx, { before, atMost }: Batch): Promise<number> {
  const blanked = await rowsOf<{ id: string }>(
    db,
    sql`
    update child_context_deliveries set body = '', body_removed_at = ${now.toISOString()}::timestamptz where id = any(array(
      select id from child_context_deliveries
      where status <> 'pending' and finished_at < ${before.toISOString()}::timestamptz and body_removed_at is null
      order by finished_at limit ${atMost} for update skip locked))
    returning id`,
  );
  const ids = sql.param(blanked.map(({ id }) => id));
  await db.execute(
    sql`update delivery_attempts set response_excerpt = '' where delivery_id = any(${ids}::uuid[]) and response_excerpt <> ''`,
  );
  return blanked.length;
}
