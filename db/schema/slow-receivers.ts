import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { tools } from "./tools";

/** A tool's host that did not answer in time when it was last sent to; gone with the next answer, whatever it is. */
export const slowReceivers = pgTable(
  "slow_receivers",
  {
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug),
    /** With its port, as in the webhook URL: two subscriptions of a tool may lead to different ones. */
    host: text("host").notNull(),
    /** Attempts in a row that ran out of time. */
    timeouts: integer("timeouts").notNull(),
    /** While it cools down: when it may be sent one delivery again. */
    probeAt: moment("probe_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "slow_receivers_pkey", columns: [table.toolSlug, table.host] }),
    check("slow_receivers_timeouts_positive", sql`${table.timeouts} > 0`),
  ],
);
