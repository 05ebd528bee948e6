import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { mails } from "@/db/schema";
import type { PlatformCtx } from "../context";
import { newId } from "../ids";
import type { LimitRule } from "../limits/limit-store";
import { networksOf } from "../limits/network-of";
import { seal } from "../seal";
import { type MailContent, renderMail } from "./render-mail";

/** How long a mail is tried that says no other time. */
const DEFAULT_LIFETIME_MS = 24 * 60 * 60_000;

export interface NewMail {
  /** What it is about, dotted like an audit action: `account.password_reset`. */
  kind: string;
  /** In the form the hub stores. */
  to: string;
  content: MailContent;
  /** After this it is of no use, as when its link has expired; a day from now unless told. */
  expiresAt?: Date;
}

/**
 * Writes a mail into the outbox, in the caller's transaction, so that it goes out if and only if the change is made; false where
 * the hub sends no mail. Wake the tick (`ctx.wakeTick`) after the commit. Who may send it is the caller's decision, and so is the budget (`takeMailBudget`).
 */
export async function enqueueMail(ctx: PlatformCtx, { kind, to, content, expiresAt }: NewMail): Promise<boolean> {
  if (!ctx.mail.configured) return false;
  await ctx.db.insert(mails).values({
    id: newId(),
    kind,
    recipient: to,
    sealed: seal(ctx, "mail", JSON.stringify(renderMail(content))),
    // Never later than the database's own clock, as with deliveries.
    dueAt: sql`least(${ctx.now.toISOString()}::timestamptz, clock_timestamp())`,
    expiresAt: expiresAt ?? new Date(ctx.now.getTime() + DEFAULT_LIFETIME_MS),
    createdAt: ctx.now,
  });
  return true;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Enough for whoever loses a mail twice; too few to fill somebody's box. */
const PER_EMAIL: LimitRule = { limit: 5, windowMs: HOUR_MS };
const PER_EMAIL_AND_DAY: LimitRule = { limit: 15, windowMs: DAY_MS };
/** Enough to invite a team, or for an office behind one client IP. */
const PER_REQUESTER: LimitRule = { limit: 50, windowMs: HOUR_MS };
/** Of new browsers, to the person whose account it is: whoever knows the password can cause them without end. */
const NEW_BROWSERS: LimitRule = { limit: 3, windowMs: DAY_MS };

/** Notices of brands and tools: all that is due comes in one, so that whoever is told of much is told of it together. */
const NOTICES: LimitRule = { limit: 12, windowMs: DAY_MS };

type Counted = [key: string, rule: LimitRule];

function ofRequester({ actor, clientIp }: PlatformCtx): Counted[] {
  if (actor.kind === "user") return [[`mail-from-user:${actor.userId}`, PER_REQUESTER]];
  if (clientIp === null || clientIp === "unknown") return [];
  return networksOf(clientIp).map(({ kind, network, times }) => [
    `mail-from-${kind}:${network}`,
    { ...PER_REQUESTER, limit: PER_REQUESTER.limit * times },
  ]);
}

const digestOf = (email: string) => createHash("sha256").update(email).digest("hex");

const ofEmail = (email: string): Counted[] => [
  [`mail-to-hour:${digestOf(email)}`, PER_EMAIL],
  [`mail-to-day:${digestOf(email)}`, PER_EMAIL_AND_DAY],
];

async function takeAll({ limits }: PlatformCtx, budgets: Counted[]): Promise<boolean> {
  for (const [key, rule] of budgets) if (!(await limits.take(key, rule)).allowed) return false;
  return true;
}

/** True while whoever acts may cause one more mail to anybody, and counts it. */
export const takeRequesterMailBudget = (ctx: PlatformCtx): Promise<boolean> => takeAll(ctx, ofRequester(ctx));

/**
 * True while one more mail may be caused to this email, and counts it. Only for an email that a mail really goes to: what strangers make up
 * would push out the counts of those that are somebody's.
 */
export const takeEmailBudget = (ctx: PlatformCtx, { to }: { to: string }): Promise<boolean> =>
  takeAll(ctx, ofEmail(to));

/**
 * True while one more mail may be caused to this email by whoever acts, and counts it: so nobody fills somebody else's box. For mails that
 * anybody can cause; what tells a person of a change to their own account is not held back by it. Ask before the transaction.
 */
export const takeMailBudget = (ctx: PlatformCtx, { to }: { to: string }): Promise<boolean> =>
  takeAll(ctx, [...ofRequester(ctx), ...ofEmail(to)]);

/** Whether a person gets one more mail of notices today. Ask before the transaction. */
export const takeNoticeMail = (ctx: PlatformCtx, { to }: { to: string }): Promise<boolean> =>
  takeAll(ctx, [[`mail-notices:${digestOf(to)}`, NOTICES]]);

/** Whether a person is told by mail of one more new browser, and whether it is the last that they are told of for now. Ask before the transaction. */
export async function takeNewBrowserMail(
  { limits }: PlatformCtx,
  { to }: { to: string },
): Promise<{ last: boolean } | null> {
  const { allowed, remaining } = await limits.take(`mail-new-browser:${digestOf(to)}`, NEW_BROWSERS);
  return allowed ? { last: remaining === 0 } : null;
}
