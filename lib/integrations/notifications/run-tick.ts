import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/client";
import { notices, operatorNotices } from "@/db/schema";
import { atPresent, inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { enqueueMail, takeNoticeMail } from "@/lib/platform/mail/enqueue-mail";
import { nextDelayMs } from "@/lib/platform/timing";
import type { Ctx } from "../context";
import { isDelivered } from "../webhooks/send-result";
import { sendWebhook } from "../webhooks/send-webhook";
import { signDelivery } from "../webhooks/sign-delivery";
import { findNotices } from "./find-notices";
import { isDue, type NoticeDetails, readNoticeDetails } from "./notice-details";
import { noticeMail, sentencesOf } from "./notice-words";

/** Per tick; the others get theirs a minute later. */
const MAX_PEOPLE = 500;
/** Per mail. */
const MAX_OWN_NOTICES = 500;

interface Person {
  id: string;
  email: string;
  /** Mails name brands, so they only go to a verified address. */
  verified: boolean;
}

const peopleToNotify = ({ db }: Ctx, at: SQL): Promise<Person[]> =>
  rowsOf<Person>(
    db,
    sql`select u.id, u.email, u.email_verified_at is not null as verified from users u
    where u.id in (select n.user_id from notices n where n.user_id is not null and ${isDue(at, { toPeople: true })}
      limit ${MAX_OWN_NOTICES * 10})
    order by u.id limit ${MAX_PEOPLE}`,
  );

/**
 * Locks due notifications of a person (null: the operator) for the transaction, and deletes outdated ones. `areCurrent`
 * is the condition for the returned ones.
 */
async function takeDue(tx: Ctx, { userId, limit }: { userId: string | null; limit: number }) {
  const where = isDue(sql`${tx.now.toISOString()}::timestamptz`, { toPeople: userId !== null });
  const due = await readNoticeDetails(tx, { userId, where, limit, lock: true });
  const current = due.filter(({ isCurrent }) => isCurrent);
  const among = (group: typeof due) =>
    inArray(
      notices.id,
      group.map(({ id }) => id),
    );
  if (current.length < due.length) await tx.db.delete(notices).where(among(due.filter(({ isCurrent }) => !isCurrent)));
  return { current, areCurrent: among(current) };
}

/** One mail for all due notifications. */
async function notifyPerson(ctx: Ctx, { id: userId, email }: Person, canMail: boolean): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { current, areCurrent } = await takeDue(tx, { userId, limit: MAX_OWN_NOTICES });
    if (current.length === 0) return false;
    const content = noticeMail(ctx.baseUrl, current);
    const mailed = canMail && (await enqueueMail(tx, { kind: "notice", to: email, content }));
    await tx.db.update(notices).set({ toldAt: ctx.now, mailed }).where(areCurrent);
    return mailed;
  });
}

/** Sends due notifications and returns the number of mails. Without mail they appear on account pages only. */
async function notifyPeople(ctx: Ctx): Promise<number> {
  let mailed = 0;
  for (const person of await peopleToNotify(ctx, sql`${ctx.now.toISOString()}::timestamptz`)) {
    const canMail = ctx.mail.configured && person.verified;
    // Past their daily limit, people get these with the next day's first mail.
    if (canMail && !(await takeNoticeMail(ctx, { to: person.email }))) continue;
    if (await notifyPerson(ctx, person, canMail)) mailed += 1;
  }
  if (mailed > 0) ctx.wakeTick();
  return mailed;
}

/** `hub.*` is reserved. */
const OPERATOR_EVENT = "hub.notice";
/** Limit per message. `brand_count` has the total. */
const MAX_BRANDS = 100;

/** Contains no person's name. */
function operatorEvent(
  { id, occurredAt }: { id: string; occurredAt: Date },
  notices: readonly [NoticeDetails, ...NoticeDetails[]],
) {
  const [{ kind, tool }] = notices;
  const slugs = [...new Set(notices.flatMap(({ brand }) => (brand ? [brand.slug] : [])))];
  const nameless = notices.map((notice) => ({ ...notice, manager: null }));
  return {
    id,
    type: OPERATOR_EVENT,
    occurred_at: occurredAt.toISOString(),
    kind,
    tool_slug: tool?.slug ?? null,
    // Path and query may contain a secret.
    host: tool?.host || null,
    brand_count: slugs.length,
    brands: slugs.slice(0, MAX_BRANDS),
    text: sentencesOf(nameless, String).join("\n"),
  };
}

const MAX_NOTICES = 1_000;

/** Writes one message per kind and topic to the operator's outbox. */
async function notifyOperator(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { current, areCurrent } = await takeDue(tx, { userId: null, limit: MAX_NOTICES });
    if (current.length === 0) return;
    const topics = new Map<string, [NoticeDetails, ...NoticeDetails[]]>();
    for (const notice of current) {
      const key = `${notice.kind} ${notice.topic}`;
      const group = topics.get(key);
      if (group) group.push(notice);
      else topics.set(key, [notice]);
    }
    const messages = Array.from(topics.values(), (group) => {
      const id = newId();
      const body = JSON.stringify(operatorEvent({ id, occurredAt: ctx.now }, group));
      return { id, body, dueAt: ctx.now, createdAt: ctx.now };
    });
    await tx.db.insert(operatorNotices).values(messages);
    await tx.db.update(notices).set({ toldAt: ctx.now }).where(areCurrent);
  });
}

/** Three times the longest attempt. */
const LEASE = "30 seconds";
const BATCH_SIZE = 5;
const MAX_PER_TICK = 50;
/** About a day and a half. A later notification is useless. */
const MAX_ATTEMPTS = 12;

interface Claimed {
  id: string;
  body: string;
  attempts: number;
  lease_token: string;
}

/** Claiming counts the attempt, so a message that crashes its sender is given up. */
async function claimDue({ db, now }: Ctx): Promise<Claimed[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return rowsOf<Claimed>(
    db,
    sql`
    update operator_notices set lease_token = ${newId()}::uuid, lease_until = ${at} + ${LEASE}::interval,
      attempts = attempts + 1
    where id in (
      select id from operator_notices
      where status = 'pending' and due_at <= ${at} and (lease_until is null or lease_until <= ${at})
      order by due_at limit ${BATCH_SIZE} for update skip locked)
    returning id, body, attempts, lease_token`,
  );
}

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
    log.warn({ noticeId: id }, "gave up an operator notification: its last attempt was never recorded");
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
  const { retryAfterSeconds } = result;
  const delayMs = nextDelayMs({ attempt: attempts, random: ctx.random, retryAfterSeconds });
  if (!delivered)
    log.warn(
      { noticeId: id, attempts, final: over, status: result.status, errorClass: result.errorClass },
      "operator webhook did not accept a notification",
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
 * Sends due messages to the operator's webhook and returns how many it accepted. Ticks may overlap. After a crash a
 * message is sent again under its id once its lease ends.
 */
async function sendToOperator(ctx: Ctx): Promise<number> {
  let delivered = 0;
  if (!ctx.operatorWebhook) return delivered;
  for (let sent = 0; sent < MAX_PER_TICK && !ctx.stopping.aborted; ) {
    const present = await atPresent(ctx);
    const claimed = await claimDue(present);
    if (claimed.length === 0) break;
    const results = await Promise.all(claimed.map((notice) => sendOne(present, notice)));
    delivered += results.filter(Boolean).length;
    sent += claimed.length;
  }
  return delivered;
}

/** Longer than any repeat interval. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Finds, sends and deletes notifications. Ticks may overlap on any number of machines. */
export async function runNoticeTick(ctx: Ctx): Promise<{ found: number; mailed: number; delivered: number }> {
  const present = await atPresent(ctx);
  const found = await findNotices(present);
  const mailed = await notifyPeople(present);
  if (ctx.operatorWebhook) await notifyOperator(present);
  const delivered = await sendToOperator(ctx);
  const before = new Date(present.now.getTime() - KEPT_MS);
  await present.db.delete(notices).where(lt(notices.createdAt, before));
  await present.db.delete(operatorNotices).where(lt(operatorNotices.createdAt, before));
  return { found, mailed, delivered };
}
