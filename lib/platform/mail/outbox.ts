import { and, eq, lt, lte, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { mails } from "@/db/schema";
import { nextDelayMs } from "../backoff";
import type { PlatformCtx } from "../context";
import { newId } from "../ids";
import type { SendOutcome } from "./mailer";

/** How long a claim holds: twice what a mail server may take. */
export const LEASE_MS = 60_000;
export const MAX_AT_ONCE = 5;
/** What was sent or given up is kept so long, without its texts, to answer "was there a mail?". */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** A mail that this process alone may send until its lease ends. */
export interface ClaimedMail {
  id: string;
  kind: string;
  to: string;
  sealed: string;
  attempts: number;
  leaseToken: string;
}

export async function claimDueMails({ db, now }: PlatformCtx): Promise<ClaimedMail[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const leaseToken = newId();
  const claimed = await rowsOf<{ id: string; kind: string; recipient: string; sealed: string; attempts: number }>(
    db,
    sql`
    update mails set lease_token = ${leaseToken}::uuid, lease_until = ${at} + ${`${LEASE_MS} milliseconds`}::interval
    where id in (
      select id from mails
      where status = 'pending' and due_at <= ${at} and expires_at > ${at} and (lease_until is null or lease_until <= ${at})
      order by due_at
      limit ${MAX_AT_ONCE}
      for update skip locked)
    returning id, kind, recipient, sealed, attempts`,
  );
  return claimed.map(({ recipient, ...row }) => ({ ...row, to: recipient, leaseToken }));
}

type Finish = Pick<typeof mails.$inferInsert, "status" | "reason" | "finishedAt" | "dueAt" | "sealed">;

function afterAttempt({ now, random }: PlatformCtx, attempts: number, outcome: SendOutcome): Partial<Finish> {
  if (outcome.sent) return { status: "sent", finishedAt: now, sealed: null };
  if (outcome.final) return { status: "dead", reason: outcome.reason, finishedAt: now, sealed: null };
  const delayMs = nextDelayMs({ attempt: attempts, random, retryAfterSeconds: null });
  return { dueAt: new Date(now.getTime() + delayMs), reason: outcome.reason };
}

/** Records what an attempt came to; false, and nothing changed, where the lease had gone to another sender. */
export async function completeMail(
  ctx: PlatformCtx,
  { mail, outcome }: { mail: ClaimedMail; outcome: SendOutcome },
): Promise<boolean> {
  const attempts = mail.attempts + 1;
  const held = await ctx.db
    .update(mails)
    .set({ attempts, leaseToken: null, leaseUntil: null, ...afterAttempt(ctx, attempts, outcome) })
    .where(and(eq(mails.id, mail.id), eq(mails.leaseToken, mail.leaseToken)))
    .returning({ id: mails.id });
  return held.length > 0;
}

/** Gives up what has expired, with the reason of its last attempt, and forgets what was over long ago. */
export async function retireMails({ db, now }: PlatformCtx): Promise<void> {
  await db
    .update(mails)
    .set({
      status: "dead",
      reason: sql`'It expired before it could be sent.' || coalesce(' ' || ${mails.reason}, '')`,
      sealed: null,
      leaseToken: null,
      leaseUntil: null,
      finishedAt: now,
    })
    .where(and(eq(mails.status, "pending"), lte(mails.expiresAt, now)));
  await db.delete(mails).where(lt(mails.finishedAt, new Date(now.getTime() - KEPT_MS)));
}
