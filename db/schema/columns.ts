import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** A UUID of version 7, made by the hub. */
export const id = () => uuid("id").primaryKey();

/** A moment, with milliseconds and time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The integer that orders a brand's published states. */
export const version = (name: string) => integer(name);

/** What was set for one credential in place of the hub's budget; null: the hub's. */
export const ownBudget = () => ({
  budgetPerMinute: integer("budget_per_minute"),
  budgetConcurrent: integer("budget_concurrent"),
});

/** SHA-256 as 64 lower-case hex digits. */
export const sha256 = customType<{ data: string }>({ dataType: () => "char(64)" });
