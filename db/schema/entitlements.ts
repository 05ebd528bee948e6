import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { moment } from "./columns";
import { tools } from "./tools";
import { users } from "./users";

export const entitlements = pgTable(
  "entitlements",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug),
    grantedBy: uuid("granted_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "entitlements_pkey", columns: [table.brandId, table.toolSlug] }),
    index("entitlements_of_tool_idx").on(table.toolSlug, table.brandId),
  ],
);
