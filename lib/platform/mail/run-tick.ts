import { and, eq, lt, lte, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { mails } from "@/db/schema";
import { atPresent, type PlatformCtx } from "../context";
import { newId } from "../ids";
import { log } from "../log";
import { metrics } from "../metrics";
import { unseal } from "../seal";
import { nextDelayMs } from "../timing";
import type { SendOutcome } from "./mailer";
import type { renderMail } from "./render-mail";

/** Twice what a mail server may take. */
const LEASE_MS = 60_000;
const MAX_AT_ONCE = 5;
/** Kept without text, to answer "was a mail sent?". */
const KEPT_MS = 30 * 24 * 60 * 60_000;

interface ClaimedMail {
  id: string;
  kind: string;
  to: string;
  sealed: string;
  attempts: number;
  leaseToken: string;
}

async function claimDueMails({ db, now }: PlatformCtx): Promise<ClaimedMail[]> {
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

/** False, without changes, if another sender has the lease. */
async function completeMail(
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

async function retireMails({ db, now }: PlatformCtx): Promise<void> {
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

/** Leaves time to finish before the next tick. */
const CLAIMING_MS = 45_000;

async function attempt(ctx: PlatformCtx, { id, kind, to, sealed }: ClaimedMail): Promise<SendOutcome> {
  const text = unseal(ctx, "mail", sealed);
  // During rotation another process may have the right secret.
  if (text === null) return { sent: false, final: false, reason: "No secret in SESSION_SECRET decrypts it." };
  const { subject, text: plain, html, settingsUrl }: ReturnType<typeof renderMail> = JSON.parse(text);
  return ctx.mail.send({ id, kind, to, subject, text: plain, html, settingsUrl });
}

/** Never rejects: an unrecorded mail is sent again after its lease. */
async function sendAndRecord(ctx: PlatformCtx, mail: ClaimedMail): Promise<void> {
  const { id: mailId, kind } = mail;
  try {
    const outcome = await attempt(ctx, mail);
    metrics().mailAttempts.inc({ result: outcome.sent ? "sent" : outcome.final ? "dead" : "failed" });
    if (!outcome.sent) log.warn({ mailId, kind, final: outcome.final, reason: outcome.reason }, "mail not sent");
    const held = await completeMail(await atPresent(ctx), { mail, outcome });
    if (!held) log.warn({ mailId, kind }, "mail sent after its lease had expired");
  } catch (err) {
    log.error({ err, mailId, kind }, "mail attempt not recorded; the mail will be sent again");
  }
}

/**
 * Sends due mails. Ticks may overlap on any number of machines. After a crash, mails are sent again with the same
 * Message-ID.
 */
export async function runMailTick(ctx: PlatformCtx): Promise<{ mails: number }> {
  let mails = 0;
  const start = await atPresent(ctx);
  await retireMails(start);
  if (!ctx.mail.configured) return { mails };
  for (let present = start; present.now.getTime() - start.now.getTime() < CLAIMING_MS; present = await atPresent(ctx)) {
    if (ctx.stopping.aborted) return { mails };
    const claimed = await claimDueMails(present);
    if (claimed.length === 0) break;
    await Promise.all(claimed.map((mail) => sendAndRecord(ctx, mail)));
    mails += claimed.length;
  }
  return { mails };
}
