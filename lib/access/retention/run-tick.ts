import { setTimeout as delay } from "node:timers/promises";
import { inTransaction } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { dropOldEntries } from "../audit/chain/drop-entries";
import { forgetAddresses } from "../audit/chain/forget-in-audit";
import type { Ctx } from "../context";
import {
  type Batch,
  blankDeliveries,
  blankEvents,
  dropDeliveries,
  dropEvents,
  dropRequests,
  dropUsage,
  forgetHandOvers,
  forgetInvitations,
  forgetSessions,
} from "./chores";
import type { Retention } from "./retention";

const DAY_MS = 24 * 60 * 60_000;
/** Rows of one kind that change in one transaction. */
const BATCH = 500;
/** When a call begins nothing more, since some platforms give it a minute in all. */
const CALL_MS = 10_000;

type Chore = (tx: Ctx, batch: Batch & { days: number }) => Promise<number>;

/** What is forgotten, by the figure that says when. */
const CHORES: readonly (readonly [keyof Omit<Retention, "brandDeletionDays">, Chore])[] = [
  ["addressesDays", forgetSessions],
  ["addressesDays", forgetInvitations],
  ["addressesDays", forgetHandOvers],
  ["addressesDays", forgetAddresses],
  ["eventsDays", dropEvents],
  ["deliveriesDays", dropDeliveries],
  ["payloadsDays", blankEvents],
  ["payloadsDays", blankDeliveries],
  ["auditDays", dropOldEntries],
  ["usageDays", dropUsage],
  ["requestsDays", dropRequests],
];

/** Does one batch, and rests, but not past a stop; gives how many rows it changed: none where nothing is left, or it failed. */
async function doBatch(ctx: Ctx, name: string, batch: (tx: Ctx) => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  try {
    const rows = await inTransaction(ctx, batch);
    // As long as it took the database is left to those who read and send.
    if (rows > 0) await delay(performance.now() - startedMs, undefined, { signal: ctx.stopping }).catch(() => {});
    return rows;
  } catch (err) {
    log.error({ err, chore: name }, "a chore of retention failed");
    return 0;
  }
}

/**
 * Forgets what the hub is configured not to keep, a part at each call: a batch of each chore in turns, until nothing is left, the time is over or the
 * process is told to stop. Each batch holds whatever becomes of the next. For the hub itself. Ticks may overlap, on any number of machines.
 */
export async function runRetentionTick(ctx: Ctx): Promise<{ rows: number }> {
  let rows = 0;
  const now = await ctx.clock(ctx.db);
  const acting: Ctx = { ...ctx, now, actor: { kind: "system", name: "Brand Identity Hub" } };
  const mayBegin = async () => (await ctx.clock(ctx.db)).getTime() < now.getTime() + CALL_MS && !ctx.stopping.aborted;
  const waiting = CHORES.filter(([figure]) => ctx.retention[figure] > 0);
  // In turns, so that one with more to do than there is time holds up no other.
  for (let next = waiting.shift(); next && (await mayBegin()); next = waiting.shift()) {
    const [figure, chore] = next;
    const days = ctx.retention[figure];
    const batch = { before: new Date(now.getTime() - days * DAY_MS), atMost: BATCH, days };
    const changed = await doBatch(acting, chore.name, (tx) => chore(tx, batch));
    rows += changed;
    if (changed > 0) waiting.push(next);
  }
  return { rows };
}
