import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";

export const OPERATOR_NOTICE_STATUSES = ["pending", "delivered", "dead"] as const;

/** What whoever runs the hub is told by a webhook: an outbox, leased and fenced like `child_context_deliveries`. */
export const operatorNotices = pgTable(
  "operator_notices",
  {
    id: id(),
    /** The exact text that is signed and sent. It names nobody. */
    body: text("body").notNull(),
    status: text("status", { enum: OPERATOR_NOTICE_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("operator_notices_due_idx").on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index("operator_notices_created_idx").on(table.createdAt),
    check("operator_notices_status_check", sql`${table.status} in ('pending', 'delivered', 'dead')`),
    check("operator_notices_finished_check", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    check("operator_notices_lease_check", sql`(${table.leaseToken} is null) = (${table.leaseUntil} is null)`),
    check("operator_notices_lease_pending", sql`${table.leaseToken} is null or ${table.status} = 'pending'`),
  ],
);
