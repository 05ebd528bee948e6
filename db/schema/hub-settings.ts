import { sql } from "drizzle-orm";
import { boolean, check, pgTable } from "drizzle-orm/pg-core";

/** What hub administrators decide for the whole hub: one row, or none while nobody has decided anything. */
export const hubSettings = pgTable(
  "hub_settings",
  {
    only: boolean("only").primaryKey().default(true),
    /** Hub administrators act as such only in sessions that were opened by two steps. */
    twoStepOfAdmins: boolean("two_step_of_admins").notNull().default(false),
  },
  (table) => [check("hub_settings_one_row", sql`${table.only}`)],
);
