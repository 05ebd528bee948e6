import { sql } from "drizzle-orm";
import { check, foreignKey, integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import type { BrandDocument } from "@/lib/brand-document";
import { brandVersions } from "./brand-versions";
import { brands } from "./brands";
import { moment, version } from "./columns";
import { users } from "./users";

/** One editor's unpublished edits of one brand, based on a published version. */
export const drafts = pgTable(
  "drafts",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    baseVersion: version("base_version").notNull(),
    document: jsonb("document").$type<BrandDocument>().notNull(),
    /** Raised by each save, so that a save from a stale tab is refused. */
    revision: integer("revision").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "drafts_pkey", columns: [table.brandId, table.userId] }),
    foreignKey({
      name: "drafts_base_version_fkey",
      columns: [table.brandId, table.baseVersion],
      foreignColumns: [brandVersions.brandId, brandVersions.version],
    }),
    check("drafts_revision_positive", sql`${table.revision} >= 1`),
  ],
);
