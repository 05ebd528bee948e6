import { foreignKey, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, version } from "./columns";
import { entitlements } from "./entitlements";

/** The newest bundle read of a tool for a brand, written again for the same version at most every ten minutes. */
export const childReads = pgTable(
  "child_reads",
  {
    brandId: uuid("brand_id").notNull(),
    toolSlug: text("tool_slug").notNull(),
    version: version("version").notNull(),
    readAt: moment("read_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "child_reads_pkey", columns: [table.brandId, table.toolSlug] }),
    foreignKey({
      name: "child_reads_entitlement_fkey",
      columns: [table.brandId, table.toolSlug],
      foreignColumns: [entitlements.brandId, entitlements.toolSlug],
    }).onDelete("cascade"),
  ],
);
