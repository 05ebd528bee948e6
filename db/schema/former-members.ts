import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { moment } from "./columns";
import { users } from "./users";

/**
 * Who was a member of a brand once, and whose membership ended: they come back by an invitation alone. A trigger of the migration writes it,
 * in whatever way a membership ends; joining again leaves it.
 */
export const formerMembers = pgTable(
  "former_members",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    endedAt: moment("ended_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "former_members_pkey", columns: [table.brandId, table.userId] }),
    index("former_members_user_idx").on(table.userId),
  ],
);
