import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { moment } from "./columns";

/** Requests of one credential for one brand in one hour. */
export const usageCounters = pgTable(
  "usage_counters",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    /** `api-key:<id>` or `tool:<slug>`. */
    credential: text("credential").notNull(),
    hour: moment("hour").notNull(),
    requests: integer("requests").notNull().default(0),
    /** Answers of 400 and above, without 429. */
    errors: integer("errors").notNull().default(0),
    limited: integer("limited").notNull().default(0),
  },
  (table) => [
    primaryKey({ name: "usage_counters_pkey", columns: [table.brandId, table.credential, table.hour] }),
    index("usage_counters_hour_idx").on(table.hour),
    check("usage_counters_positive", sql`${table.requests} >= 0 and ${table.errors} >= 0 and ${table.limited} >= 0`),
  ],
);
