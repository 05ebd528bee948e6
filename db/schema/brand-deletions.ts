import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { moment } from "./columns";
import { users } from "./users";

/** An archived brand that is to be deleted, with everything; until it is due an owner may cancel that, which takes the row away. */
export const brandDeletions = pgTable(
  "brand_deletions",
  {
    brandId: uuid("brand_id")
      .primaryKey()
      .references(() => brands.id, { onDelete: "cascade" }),
    askedBy: uuid("asked_by").references(() => users.id, { onDelete: "set null" }),
    askedAt: moment("asked_at").notNull(),
    dueAt: moment("due_at").notNull(),
  },
  (table) => [index("brand_deletions_due_idx").on(table.dueAt)],
);
