import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment } from "./columns";
import { tools } from "./tools";

export const DELIVERY_STATUSES = ["pending", "delivered", "dead", "cancelled"] as const;

/**
 * One webhook to one tool about one brand: the outbox. The id is the `id` of the body and stays the same over retries.
 * "Being sent" is no status: it is a lease with an end, and completing it is fenced by the lease token.
 */
export const childContextDeliveries = pgTable(
  "child_context_deliveries",
  {
    id: id(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug),
    /** Event type: `identity.updated`, or that of an event passed on. */
    type: text("type").notNull(),
    /** The event that it passes on, which may be forgotten before it is; null where it passes none on. */
    eventId: uuid("event_id"),
    /** The exact text that is signed and sent. */
    body: text("body").notNull(),
    /** Where it goes without the brand's subscription: what it tells of ended that, or archived the brand. Null: to the subscription. */
    webhookUrl: text("webhook_url"),
    /** When the body and the answers were removed, since their time was over; it is empty then, and is not sent again. */
    bodyRemovedAt: moment("body_removed_at"),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("pending"),
    /** Why it is dead or cancelled, for people. */
    reason: text("reason"),
    /** Of the present run, counted when they begin: also the one that its sender did not live to record. */
    attempts: integer("attempts").notNull().default(0),
    /** How often it was begun anew by a person after it was over; told to the receiver. */
    replays: integer("replays").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("deliveries_due_idx").on(table.brandId, table.toolSlug, table.dueAt).where(sql`${table.status} = 'pending'`),
    // Whether a tool has anything due. The last condition says nothing new, and keeps the planner from looking for one subscription's deliveries here.
    index("deliveries_waiting_idx")
      .on(table.toolSlug, table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.leaseToken} is null and ${table.finishedAt} is null`),
    // From one subscription of a tool that has something waiting to the next.
    index("deliveries_turns_idx")
      .on(table.toolSlug, table.brandId, table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.leaseToken} is null and ${table.finishedAt} is null`),
    index("deliveries_tests_idx")
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.type} = 'hub.test'`),
    index("deliveries_own_url_idx")
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.webhookUrl} is not null`),
    index("deliveries_leased_idx")
      .on(table.brandId, table.toolSlug, table.leaseUntil)
      .where(sql`${table.leaseToken} is not null`),
    index("deliveries_brand_created_idx").on(table.brandId, table.createdAt),
    index("deliveries_brand_status_idx").on(table.brandId, table.status, table.createdAt),
    // What can be offered for a replay, of one subscription.
    index("deliveries_undelivered_idx")
      .on(table.brandId, table.toolSlug, table.finishedAt)
      .where(
        sql`${table.status} in ('dead', 'cancelled') and ${table.bodyRemovedAt} is null and ${table.type} <> 'hub.test'`,
      ),
    index("deliveries_body_idx")
      .on(table.finishedAt)
      .where(sql`${table.status} <> 'pending' and ${table.bodyRemovedAt} is null`),
    index("deliveries_event_idx").on(table.eventId).where(sql`${table.eventId} is not null`),
    index("deliveries_over_idx").on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    index("deliveries_tool_created_idx").on(table.toolSlug, table.createdAt),
    check("deliveries_status_check", sql`${table.status} in ('pending', 'delivered', 'dead', 'cancelled')`),
    check("deliveries_finished_check", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    check("deliveries_lease_check", sql`(${table.leaseToken} is null) = (${table.leaseUntil} is null)`),
    check("deliveries_lease_pending", sql`${table.leaseToken} is null or ${table.status} = 'pending'`),
    check("deliveries_attempts_positive", sql`${table.attempts} >= 0`),
    check("deliveries_reason_check", sql`${table.status} not in ('dead', 'cancelled') or ${table.reason} is not null`),
  ],
);
