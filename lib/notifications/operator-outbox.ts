import { and, eq, lt, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { operatorNotices } from "@/db/schema";
import { isDelivered, sendWebhook, signDelivery } from "@/lib/deliveries/server";
import { nextDelayMs } from "@/lib/kernel/backoff";
import { atPresent, type Ctx } from "@/lib/kernel/context";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { OPERATOR_EVENT } from "./operator-event";

/** Three times what an attempt may take. */
const LEASE = "30 seconds";
const AT_ONCE = 5;
/** In one tick; what is left waits for the next. */
const MOST_IN_A_TICK = 50;
/** About a day and a half: what is told later than that is news no more. */
const MAX_ATTEMPTS = 12;

interface Claimed {
  id: string;
  body: string;
  attempts: number;
  lease_token: string;
}

/** Leases what is due; an attempt counts from here, so that what kills its sender is given up in the end. */
async function claimDue({ db, now }: Ctx): Promise<Claimed[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return rowsOf<Claimed>(
    db,
    sql`
    update operator_notices set lease_token = ${newId()}::uuid, lease_until = ${at} + ${LEASE}::interval, attempts = attempts + 1
    where id in (
      select id from operator_notices
      where status = 'pending' and due_at <= ${at} and (lease_until is null or lease_until <= ${at})
      order by due_at limit ${AT_ONCE} for update skip locked)
    returning id, body, attempts, lease_token`,
  );
}

/** Ends a claim, if it is still its holder's, with what becomes of the notice. */
const end = (
  { db }: Ctx,
  { id, lease_token }: Claimed,
  outcome: Pick<typeof operatorNotices.$inferInsert, "status" | "finishedAt"> | { dueAt: Date },
) =>
  db
    .update(operatorNotices)
    .set({ leaseToken: null, leaseUntil: null, ...outcome })
    .where(and(eq(operatorNotices.id, id), eq(operatorNotices.leaseToken, lease_token)));

async function sendOne(ctx: Ctx, claimed: Claimed): Promise<boolean> {
  const { id, body, attempts } = claimed;
  const webhook = ctx.operatorWebhook;
  if (!webhook) return false;
  if (attempts > MAX_ATTEMPTS) {
    log.warn({ noticeId: id }, "the last attempt at telling the operator's webhook was never recorded: it is given up");
    await end(ctx, claimed, { status: "dead", finishedAt: ctx.now });
    return false;
  }
  const timestampSeconds = ctx.now.getTime() / 1000;
  const headers = signDelivery({
    id,
    event: OPERATOR_EVENT,
    attempt: attempts,
    body,
    secrets: webhook.secrets,
    timestampSeconds,
  });
  const result = await sendWebhook({ url: webhook.url, headers, body, policy: ctx.webhookPolicy, now: ctx.now });
  const present = await atPresent(ctx);
  const delivered = isDelivered(result);
  const over = delivered || attempts >= MAX_ATTEMPTS;
  const { random } = ctx;
  const delayMs = nextDelayMs({ attempt: attempts, random, retryAfterSeconds: result.retryAfterSeconds });
  if (!delivered)
    log.warn(
      { noticeId: id, attempts, final: over, status: result.status, errorClass: result.errorClass },
      "the operator's webhook did not take a notice",
    );
  await end(
    ctx,
    claimed,
    over
      ? { status: delivered ? "delivered" : "dead", finishedAt: present.now }
      : { dueAt: new Date(present.now.getTime() + delayMs) },
  );
  return delivered;
}

/**
 * Sends whoever runs the hub what is due, and gives how many were taken. Ticks may overlap, on any number of machines: what a process that died held is sent
 * again under its id, once its lease ends.
 */
export async function sendToOperator(ctx: Ctx): Promise<number> {
  let delivered = 0;
  if (!ctx.operatorWebhook) return delivered;
  for (let sent = 0; sent < MOST_IN_A_TICK && !ctx.stopping.aborted; ) {
    const present = await atPresent(ctx);
    const claimed = await claimDue(present);
    if (claimed.length === 0) break;
    const taken = await Promise.all(claimed.map((notice) => sendOne(present, notice)));
    delivered += taken.filter(Boolean).length;
    sent += claimed.length;
  }
  return delivered;
}

/** Forgets what was written before then, also what was never taken. */
export async function dropOperatorNotices({ db }: Ctx, before: Date): Promise<void> {
  await db.delete(operatorNotices).where(lt(operatorNotices.createdAt, before));
}
