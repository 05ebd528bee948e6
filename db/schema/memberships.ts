import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/contract";
import { brands } from "./brands";
import { moment } from "./columns";
import { users } from "./users";

/** A user's place in a brand. The migration adds a trigger: a brand that has members keeps an owner. */
export const memberships = pgTable(
  "memberships",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "memberships_pkey", columns: [table.brandId, table.userId] }),
    index("memberships_user_idx").on(table.userId, table.createdAt),
    check("memberships_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
  ],
);
