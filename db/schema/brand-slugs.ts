import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { moment } from "./columns";

/**
 * A slug that leads to a brand: its current one, or a former one that stays as an alias for addresses.
 * The migration adds a deferred foreign key from brands (slug, id) to here, so that no two brands ever share one.
 */
export const brandSlugs = pgTable(
  "brand_slugs",
  {
    slug: text("slug").primaryKey(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("brand_slugs_slug_brand_unique").on(table.slug, table.brandId),
    index("brand_slugs_brand_idx").on(table.brandId),
  ],
);
