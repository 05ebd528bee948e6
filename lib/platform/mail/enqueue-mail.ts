import { sql } from "drizzle-orm";
import { mails } from "@/db/schema";
import type { PlatformCtx } from "../context";
import { newId } from "../ids";
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
