import { customType, integer, timestamp, uuid } from "drizzle-orm/pg-core";

export const id = () => uuid("id").primaryKey();

export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const version = (name: string) => integer(name);

/** Rate limits of one credential; null: the hub's default. */
export const ownBudget = () => ({
  budgetPerMinute: integer("budget_per_minute"),
  budgetConcurrent: integer("budget_concurrent"),
});

export const sha256 = customType<{ data: string }>({ dataType: () => "char(64)" });
