import { setTimeout as delay } from "node:timers/promises";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { dropOldEntries } from "../audit/chain/drop-entries";
import { eraseClientIps } from "../audit/chain/erase-from-audit";
import type { Ctx } from "../context";
import {
  type Batch,
  blankDeliveries,
  blankEvents,
  deleteDeliveries,
  deleteEvents,
  deleteInvitations,
  deleteRequests,
  deleteSessions,
  deleteSetupLinks,
  deleteUsage,
} from "./chores";
import type { Retention } from "./retention";

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;
/** No new batch starts after this: some platforms allow a call only a minute. */
const CALL_MS = 10_000;

type Chore = (tx: Ctx, batch: Batch & { days: number }) => Promise<number>;

const CHORES: Record<keyof Omit<Retention, "brandDeletionDays">, Record<string, Chore>> = {
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
