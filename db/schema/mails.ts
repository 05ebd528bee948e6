import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";

export const MAIL_STATUSES = ["pending", "sent", "dead"] as const;

/** One mail to one email: the outbox of mails. Leased and fenced like `child_context_deliveries`. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    /** What it is about, such as `invitation`. */
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Subject and texts, encrypted, since links in them are credentials; null once it was sent or given up. */
    sealed: text("sealed"),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("pending"),
    /** Why it is dead, for people. */
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /** After this it is of no use to anybody. */
    expiresAt: moment("expires_at").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("mails_due_idx").on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index("mails_finished_idx").on(table.finishedAt),
    index("mails_recipient_idx").on(table.recipient, table.createdAt),
    check("mails_status_check", sql`${table.status} in ('pending', 'sent', 'dead')`),
    check("mails_finished_check", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    check("mails_blank_once_finished", sql`(${table.status} = 'pending') = (${table.sealed} is not null)`),
    check("mails_lease_check", sql`(${table.leaseToken} is null) = (${table.leaseUntil} is null)`),
    check("mails_lease_pending", sql`${table.leaseToken} is null or ${table.status} = 'pending'`),
    check("mails_reason_check", sql`${table.status} <> 'dead' or ${table.reason} is not null`),
  ],
);
