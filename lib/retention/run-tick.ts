import { setTimeout as delay } from "node:timers/promises";
import { dropOldEntries, forgetAddresses } from "@/lib/audit/server";
import { type Ctx, inTransaction } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { blankDeliveries, blankEvents } from "./blank-payloads";
import { dropDeliveries, dropEvents, dropRequests, dropUsage } from "./drop-rows";
import { forgetHandOvers, forgetInvitations, forgetSessions } from "./forget-sessions";
import type { Retention } from "./index";

const DAY_MS = 24 * 60 * 60_000;
/** Rows of one kind that change in one transaction. */
const BATCH = 500;
/** When a call begins nothing more, since some platforms give it a minute in all. */
const CALL_MS = 10_000;

type Chore = (tx: Ctx, batch: { before: Date; atMost: number; days: number }) => Promise<number>;

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

/** Does a chore batch by batch, each of which holds whatever becomes of the next, until nothing is left or the time is over; gives how many rows that were. */
async function work(
  ctx: Ctx,
  { name, chore, inTime }: { name: string; chore: (tx: Ctx) => Promise<number>; inTime: () => Promise<boolean> },
): Promise<number> {
  let rows = 0;
  try {
    while (await inTime()) {
      const startedMs = performance.now();
      const changed = await inTransaction(ctx, chore);
      if (changed === 0) break;
      rows += changed;
      // As long as it took the database is left to those who read and send.
      await delay(performance.now() - startedMs);
    }
  } catch (err) {
    log.error({ err, chore: name }, "a chore of retention failed");
  }
  return rows;
}

/**
 * Forgets what the hub is configured not to keep, a part at each call. For the hub itself. Ticks may overlap, on any number of machines.
 */
export async function runRetentionTick(ctx: Ctx): Promise<{ rows: number }> {
  let rows = 0;
  const now = await ctx.clock(ctx.db);
  const acting: Ctx = { ...ctx, now, actor: { kind: "system", name: "Brand Identity Hub" } };
  const inTime = async () => (await ctx.clock(ctx.db)).getTime() < now.getTime() + CALL_MS;
  for (const [figure, chore] of CHORES) {
    const days = ctx.retention[figure];
    if (days === 0) continue;
    const before = new Date(now.getTime() - days * DAY_MS);
    const batch = { before, atMost: BATCH, days };
    rows += await work(acting, { name: chore.name, chore: (tx) => chore(tx, batch), inTime });
  }
  return { rows };
}
