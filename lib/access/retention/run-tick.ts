import { setTimeout as delay } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { inTransaction } from "@/lib/platform/context";
import { firstIdAt } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { dropOldEntries } from "../audit/chain/drop-entries";
import { eraseClientIps } from "../audit/chain/erase-from-audit";
import type { Ctx } from "../context";
import type { Retention } from "./retention";

interface Batch {
  /** Rows received or finished before this moment are due. */
  before: Date;
  atMost: number;
}

/** Changes up to `atMost` rows and returns how many. */
type Chore = (ctx: Ctx, batch: Batch) => Promise<number>;

interface Due {
  table: SQL;
  /** In index order. */
  order: SQL;
  /** Which rows are due; those before the moment by `order` if absent. */
  due?: (before: SQL, firstId: SQL) => SQL;
  key?: SQL;
}

const moment = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** An array: with a list, the planner would scan the whole table. Skips locked rows. */
function batchOf(
  { table, order, due = (before) => sql`${order} < ${before}`, key = sql`id` }: Due,
  { before, atMost }: Batch,
): SQL {
  const rows = due(moment(before), sql`${firstIdAt(before)}::uuid`);
  return sql`${key} = any(array(select ${key} from ${table} where ${rows} order by ${order} limit ${atMost} for update skip locked))`;
}

const deleteDue =
  (due: Due): Chore =>
  async ({ db }, batch) =>
    (await rowsOf(db, sql`delete from ${due.table} where ${batchOf(due, batch)} returning 1`)).length;

/** Their idempotency keys can then be used again. */
export const deleteEvents = deleteDue({
  table: sql`events`,
  order: sql`id`,
  due: (before, firstId) => sql`id < ${firstId} and received_at < ${before}`,
});

/** Orders by finish time, to skip pending deliveries however old. */
export const deleteDeliveries = deleteDue({ table: sql`child_context_deliveries`, order: sql`finished_at` });

export const deleteRequests = deleteDue({
  table: sql`api_requests`,
  order: sql`id`,
  due: (_, firstId) => sql`id < ${firstId}`,
});

export const deleteUsage = deleteDue({ table: sql`usage_counters`, order: sql`hour`, key: sql`ctid` });

export const deleteInvitations = deleteDue({
  table: sql`invitations`,
  order: sql`least(accepted_at, revoked_at, expires_at)`,
});

/** The audit log keeps what they did. */
export const deleteSetupLinks = deleteDue({ table: sql`hand_overs`, order: sql`expires_at` });

/** Keeps each person's last session, for its time, without client IP and browser. */
export const deleteSessions: Chore = async (ctx, batch) => {
  // Matches the index: signed out or expired, whichever came first.
  const order = sql`least(revoked_at, expires_at)`;
  const table = sql`sessions`;
  const later = sql`select 1 from sessions n where n.user_id = sessions.user_id and (n.last_seen_at, n.id) > (sessions.last_seen_at, sessions.id)`;
  const isNotLast = (before: SQL) => sql`${order} < ${before} and exists (${later})`;
  const deleted = await deleteDue({ table, due: isNotLast, order })(ctx, batch);
  const hasPersonalData = (before: SQL) =>
    sql`${order} < ${before} and (address is not null or user_agent is not null)`;
  const blank = await rowsOf(
    ctx.db,
    sql`update sessions set address = null, user_agent = null where ${batchOf({ table, due: hasPersonalData, order }, batch)} returning 1`,
  );
  return deleted + blank.length;
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

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;
/** No new batch starts after this: some platforms allow a call only a minute. */
const CALL_MS = 10_000;

type DatedChore = (tx: Ctx, batch: Batch & { days: number }) => Promise<number>;

const CHORES: Record<keyof Omit<Retention, "brandDeletionDays">, Record<string, DatedChore>> = {
  addressesDays: { deleteSessions, deleteInvitations, deleteSetupLinks, eraseClientIps },
  eventsDays: { deleteEvents },
  deliveriesDays: { deleteDeliveries },
  payloadsDays: { blankEvents, blankDeliveries },
  auditDays: { dropOldEntries },
  usageDays: { deleteUsage },
  requestsDays: { deleteRequests },
};

/** Returns the rows changed; 0 if nothing is left or it failed. */
async function runBatch(ctx: Ctx, name: string, batch: (tx: Ctx) => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  try {
    const rows = await inTransaction(ctx, batch);
    // Leaves the database to others for as long.
    if (rows > 0) await delay(performance.now() - startedMs, undefined, { signal: ctx.stopping }).catch(() => {});
    return rows;
  } catch (err) {
    log.error({ err, chore: name }, "retention chore failed");
    return 0;
  }
}

/**
 * Deletes expired data: one batch per chore in rotation, until nothing is left, time is up, or the hub stops. Ticks can
 * overlap, on any number of machines.
 */
export async function runRetentionTick(ctx: Ctx): Promise<{ rows: number }> {
  let rows = 0;
  const now = await ctx.clock(ctx.db);
  const acting: Ctx = { ...ctx, now, actor: { kind: "system", name: "Brand Identity Hub" } };
  const canContinue = async () =>
    (await ctx.clock(ctx.db)).getTime() < now.getTime() + CALL_MS && !ctx.stopping.aborted;
  const waiting = (Object.keys(CHORES) as (keyof typeof CHORES)[])
    .filter((figure) => ctx.retention[figure] > 0)
    .flatMap((figure) =>
      Object.entries(CHORES[figure]).map(([name, chore]) => ({ name, chore, days: ctx.retention[figure] })),
    );
  for (let next = waiting.shift(); next && (await canContinue()); next = waiting.shift()) {
    const { name, chore, days } = next;
    const batch = { before: new Date(now.getTime() - days * DAY_MS), atMost: BATCH, days };
    const changed = await runBatch(acting, name, (tx) => chore(tx, batch));
    rows += changed;
    if (changed > 0) waiting.push(next);
  }
  return { rows };
}
