import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { firstIdAt } from "@/lib/platform/ids";
import type { Ctx } from "../context";

export interface Batch {
  /** Rows received or finished before this moment are due. */
  before: Date;
  atMost: number;
}

/** Changes up to `atMost` rows and returns how many. */
export type Chore = (ctx: Ctx, batch: Batch) => Promise<number>;

interface Due {
  table: SQL;
  due: (before: SQL, firstId: SQL) => SQL;
  /** In index order. */
  order: SQL;
  key?: SQL;
}

const moment = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** An array: with a list, the planner would scan the whole table. Skips locked rows. */
function batchOf({ table, due, order, key = sql`id` }: Due, { before, atMost }: Batch): SQL {
  const rows = due(moment(before), sql`${firstIdAt(before)}::uuid`);
  return sql`${key} = any(array(select ${key} from ${table} where ${rows} order by ${order} limit ${atMost} for update skip locked))`;
}

async function drop({ db }: Ctx, due: Due, batch: Batch): Promise<number> {
  return (await rowsOf(db, sql`delete from ${due.table} where ${batchOf(due, batch)} returning 1`)).length;
}

/** Their idempotency keys can then be used again. */
export const dropEvents: Chore = (ctx, batch) =>
  drop(
    ctx,
    {
      table: sql`events`,
      due: (before, firstId) => sql`id < ${firstId} and received_at < ${before}`,
      order: sql`id`,
    },
    batch,
  );

/** Orders by finish time, to skip pending deliveries however old. */
export const dropDeliveries: Chore = (ctx, batch) => {
  const due = (before: SQL) => sql`finished_at < ${before}`;
  return drop(ctx, { table: sql`child_context_deliveries`, due, order: sql`finished_at` }, batch);
};

export const dropRequests: Chore = (ctx, batch) =>
  drop(ctx, { table: sql`api_requests`, due: (_, firstId) => sql`id < ${firstId}`, order: sql`id` }, batch);

export const dropUsage: Chore = (ctx, batch) => {
  const due = (before: SQL) => sql`hour < ${before}`;
  return drop(ctx, { table: sql`usage_counters`, due, order: sql`hour`, key: sql`ctid` }, batch);
};

export const deleteInvitations: Chore = (ctx, batch) => {
  const ended = sql`least(accepted_at, revoked_at, expires_at)`;
  return drop(ctx, { table: sql`invitations`, due: (before) => sql`${ended} < ${before}`, order: ended }, batch);
};

/** The audit log keeps what they did. */
export const deleteSetupLinks: Chore = (ctx, batch) => {
  const due = (before: SQL) => sql`expires_at < ${before}`;
  return drop(ctx, { table: sql`hand_overs`, due, order: sql`expires_at` }, batch);
};

/** Keeps each person's last session, for its time, without client IP and browser. */
export const deleteSessions: Chore = async (ctx, batch) => {
  // Matches the index: signed out or expired, whichever came first.
  const order = sql`least(revoked_at, expires_at)`;
  const table = sql`sessions`;
  const later = sql`select 1 from sessions n where n.user_id = sessions.user_id and (n.last_seen_at, n.id) > (sessions.last_seen_at, sessions.id)`;
  const isNotLast = (before: SQL) => sql`${order} < ${before} and exists (${later})`;
  const gone = await drop(ctx, { table, due: isNotLast, order }, batch);
  const isTelling = (before: SQL) => sql`${order} < ${before} and (address is not null or user_agent is not null)`;
  const blank = await rowsOf(
    ctx.db,
    sql`update sessions set address = null, user_agent = null where ${batchOf({ table, due: isTelling, order }, batch)} returning 1`,
  );
  return gone + blank.length;
};

/** Rows stay, so idempotency keys are still recognised. */
export const blankEvents: Chore = async ({ db, now }, batch) => {
  const due = (before: SQL) => sql`received_at < ${before} and payload_removed_at is null`;
  const rows = batchOf({ table: sql`events`, due, order: sql`received_at` }, batch);
  const blanked = await rowsOf(
    db,
    sql`update events set payload = '{}', payload_removed_at = ${moment(now)} where ${rows} returning 1`,
  );
  return blanked.length;
};

/** Time and status stay. */
export const blankDeliveries: Chore = async ({ db, now }, batch) => {
  const due = (before: SQL) => sql`status <> 'pending' and finished_at < ${before} and body_removed_at is null`;
  const rows = batchOf({ table: sql`child_context_deliveries`, due, order: sql`finished_at` }, batch);
  const blanked = await rowsOf<{ id: string }>(
    db,
    sql`update child_context_deliveries set body = '', body_removed_at = ${moment(now)} where ${rows} returning id`,
  );
  const ids = sql.param(blanked.map(({ id }) => id));
  await db.execute(
    sql`update delivery_attempts set response_excerpt = '' where delivery_id = any(${ids}::uuid[]) and response_excerpt <> ''`,
  );
  return blanked.length;
};
