import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { mails } from "@/db/schema";
import type { PlatformCtx } from "../context";
import { newId } from "../ids";
import type { LimitRule } from "../limits/limit-store";
import { networksOf } from "../limits/network-of";
import { seal } from "../seal";
import { type MailContent, renderMail } from "./render-mail";

const DEFAULT_LIFETIME_MS = 24 * 60 * 60_000;

export interface NewMail {
  /** Dotted like an audit action: `account.password_reset`. */
  kind: string;
  /** Normalised, as stored. */
  to: string;
  content: MailContent;
  /** When the mail becomes useless; 24 hours from now by default. */
  expiresAt?: Date;
}

/**
 * Adds a mail in the caller's transaction; false if this hub sends none. Call `ctx.wakeTick` after the commit.
 * Callers check permissions and budgets.
 */
export async function enqueueMail(ctx: PlatformCtx, { kind, to, content, expiresAt }: NewMail): Promise<boolean> {
  if (!ctx.mail.configured) return false;
  await ctx.db.insert(mails).values({
    id: newId(),
    kind,
    recipient: to,
    sealed: seal(ctx, "mail", JSON.stringify(renderMail(content))),
    // At most the database's time, so that a fast clock here delays nothing.
    dueAt: sql`least(${ctx.now.toISOString()}::timestamptz, clock_timestamp())`,
    expiresAt: expiresAt ?? new Date(ctx.now.getTime() + DEFAULT_LIFETIME_MS),
    createdAt: ctx.now,
  });
  return true;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Enough for two lost mails, too few to flood an inbox. */
const PER_EMAIL: LimitRule = { limit: 5, windowMs: HOUR_MS };
const PER_EMAIL_AND_DAY: LimitRule = { limit: 15, windowMs: DAY_MS };
/** Enough to invite a team, or for an office behind one IP. */
const PER_REQUESTER: LimitRule = { limit: 50, windowMs: HOUR_MS };
/** Anybody who knows the password could cause these endlessly. */
const NEW_BROWSERS: LimitRule = { limit: 3, windowMs: DAY_MS };

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

/** Counts a mail against the caller's budget; false if used up. */
export const takeRequesterMailBudget = (ctx: PlatformCtx): Promise<boolean> => takeAll(ctx, ofRequester(ctx));

/**
 * Counts a mail against the recipient's budget; false if used up. Only for existing recipients: made-up emails would
 * evict real counts.
 */
export const takeEmailBudget = (ctx: PlatformCtx, { to }: { to: string }): Promise<boolean> =>
  takeAll(ctx, ofEmail(to));

/**
 * Counts a mail against both budgets; false if used up. For mails that anybody can trigger, not for security mails.
 * Call it before the transaction.
 */
export const takeMailBudget = (ctx: PlatformCtx, { to }: { to: string }): Promise<boolean> =>
  takeAll(ctx, [...ofRequester(ctx), ...ofEmail(to)]);

/** Call it before the transaction. */
export const takeNoticeMail = (ctx: PlatformCtx, { to }: { to: string }): Promise<boolean> =>
  takeAll(ctx, [[`mail-notices:${digestOf(to)}`, NOTICES]]);

/** Null if the budget is used up; `last` for the final mail. Call it before the transaction. */
export async function takeNewBrowserMail(
  { limits }: PlatformCtx,
  { to }: { to: string },
): Promise<{ last: boolean } | null> {
  const { allowed, remaining } = await limits.take(`mail-new-browser:${digestOf(to)}`, NEW_BROWSERS);
  return allowed ? { last: remaining === 0 } : null;
}
