import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { childContextDeliveries } from "./child-context-deliveries";
import { moment } from "./columns";

/** One try at sending a delivery: when, how long, and what came back. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => childContextDeliveries.id, { onDelete: "cascade" }),
    /** 1 for the first. */
    attempt: integer("attempt").notNull(),
    startedAt: moment("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    webhookUrl: text("webhook_url").notNull(),
    /** HTTP status; null when no answer came. */
    statusCode: integer("status_code"),
    /** Class of the network failure; null when an answer came. */
    errorClass: text("error_class"),
    /** First 1 KB of the answer. */
    responseExcerpt: text("response_excerpt").notNull().default(""),
  },
  (table) => [
    primaryKey({ name: "delivery_attempts_pkey", columns: [table.deliveryId, table.attempt] }),
    check("delivery_attempts_outcome", sql`${table.statusCode} is not null or ${table.errorClass} is not null`),
    check("delivery_attempts_duration", sql`${table.durationMs} >= 0`),
  ],
);
