import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** What hub administrators decide for the whole hub: one row, or none while nobody has decided anything. */
export const hubSettings = pgTable(
  "hub_settings",
  {
    only: boolean("only").primaryKey().default(true),
    /** Hub administrators act as such only in sessions that were opened by two steps. */
    twoStepOfAdmins: boolean("two_step_of_admins").notNull().default(false),
    /** Until then no file's bytes are deleted: a backup that names them may still be copying them. */
    filesKeptUntil: moment("files_kept_until"),
    /** The mark of the store that files are in, and when a process on that store last said so. */
    fileStore: text("file_store"),
    fileStoreSeenAt: moment("file_store_seen_at"),
  },
  (table) => [check("hub_settings_one_row", sql`${table.only}`)],
);
