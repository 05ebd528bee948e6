import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { firstIdAt } from "@/lib/platform/ids";
import type { Ctx } from "../context";

export interface Batch {
  /** What came in, or was over, before this moment. */
  before: Date;
  atMost: number;
}

/** Changes at most a batch of rows, and says how many. */
export type Chore = (ctx: Ctx, batch: Batch) => Promise<number>;

interface Due {
  table: SQL;
  due: (before: SQL, firstId: SQL) => SQL;
  /** The order in which they came to be due, as an index has it. */
  order: SQL;
  key?: SQL;
}

const moment = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** The keys of a batch, as an array: the planner takes it for short, and would read a whole table for a list. Rows that others hold are left out. */
function batchOf({ table, due, order, key = sql`id` }: Due, { before, atMost }: Batch): SQL {
  const rows = due(moment(before), sql`${firstIdAt(before)}::uuid`);
  return sql`${key} = any(array(select ${key} from ${table} where ${rows} order by ${order} limit ${atMost} for update skip locked))`;
}

async function drop({ db }: Ctx, due: Due, batch: Batch): Promise<number> {
  return (await rowsOf(db, sql`delete from ${due.table} where ${batchOf(due, batch)} returning 1`)).length;
}

/** Drops old events. A key of theirs that comes again is a new one. */
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

/** Drops deliveries that are over since then, and their attempts. They are found by when that was, past those that still wait, however old. */
export const dropDeliveries: Chore = (ctx, batch) => {
  const due = (before: SQL) => sql`finished_at < ${before}`;
  return drop(ctx, { table: sql`child_context_deliveries`, due, order: sql`finished_at` }, batch);
};

/** Drops calls of the request log that came before then. */
export const dropRequests: Chore = (ctx, batch) =>
  drop(ctx, { table: sql`api_requests`, due: (_, firstId) => sql`id < ${firstId}`, order: sql`id` }, batch);

export const dropUsage: Chore = (ctx, batch) => {
  const due = (before: SQL) => sql`hour < ${before}`;
  return drop(ctx, { table: sql`usage_counters`, due, order: sql`hour`, key: sql`ctid` }, batch);
};

/** Forgets invitations that were accepted, revoked or expired long ago, and with them the emails that they went to. */
export const forgetInvitations: Chore = (ctx, batch) => {
  const ended = sql`least(accepted_at, revoked_at, expires_at)`;
  return drop(ctx, { table: sql`invitations`, due: (before) => sql`${ended} < ${before}`, order: ended }, batch);
};

/** Forgets links by which credentials of tools were handed over, long after they ended. What they did stands in the log. */
export const forgetHandOvers: Chore = (ctx, batch) => {
  const due = (before: SQL) => sql`expires_at < ${before}`;
  return drop(ctx, { table: sql`hand_overs`, due, order: sql`expires_at` }, batch);
};

/** Forgets sessions that ended long ago, but for the last of each person, by which it is known when they were here; that one loses address and browser. */
export const forgetSessions: Chore = async (ctx, batch) => {
  // Signed out or expired, whichever came first. As the index has it.
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

/** Blanks what old events carried. Their rows stay, so that an idempotency key that comes again is still known. */
export const blankEvents: Chore = async ({ db, now }, batch) => {
  const due = (before: SQL) => sql`received_at < ${before} and payload_removed_at is null`;
  const rows = batchOf({ table: sql`events`, due, order: sql`received_at` }, batch);
  const blanked = await rowsOf(
    db,
    sql`update events set payload = '{}', payload_removed_at = ${moment(now)} where ${rows} returning 1`,
  );
  return blanked.length;
};

/** Blanks what was sent by deliveries that are over since then, and what was answered; that it was, when and with what status stays. */
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
