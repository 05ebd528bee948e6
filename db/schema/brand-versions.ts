import { sql } from "drizzle-orm";
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { BrandSnapshot } from "@/lib/content/document/brand-document";
import { CHANGED_PARTS } from "@/lib/contract";
import { brands } from "./brands";
import { moment, version } from "./columns";
import { users } from "./users";

/** A published version: one immutable snapshot of everything the bundle shows. The migration adds a trigger that refuses changes. */
export const brandVersions = pgTable(
  "brand_versions",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    version: version("version").notNull(),
    snapshot: jsonb("snapshot").$type<BrandSnapshot>().notNull(),
    changed: text("changed", { enum: CHANGED_PARTS }).array().notNull(),
    note: text("note"),
    authorId: uuid("author_id").references(() => users.id),
    /** The older version that this one brought back. */
    restoredFrom: version("restored_from"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "brand_versions_pkey", columns: [table.brandId, table.version] }),
    foreignKey({
      name: "brand_versions_restored_from_fkey",
      columns: [table.brandId, table.restoredFrom],
      foreignColumns: [table.brandId, table.version],
    }),
    index("brand_versions_maker_idx").on(table.authorId).where(sql`${table.version} = 1`),
    check("brand_versions_version_positive", sql`${table.version} >= 1`),
    check("brand_versions_restores_older", sql`${table.restoredFrom} < ${table.version}`),
  ],
);
