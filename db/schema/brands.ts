import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment, version } from "./columns";

/** A brand. `identity_version` is the number of its newest published snapshot. */
export const brands = pgTable(
  "brands",
  {
    id: id(),
    /** Current slug; every slug it ever had stands in brand_slugs. */
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    identityVersion: version("identity_version").notNull(),
    /** Whether the page to share with partners is on. */
    publicPage: boolean("public_page").notNull().default(false),
    /** Whether its members get in only by sessions that were opened by two steps. */
    twoStepOfMembers: boolean("two_step_of_members").notNull().default(false),
    /** How many people must approve a draft before it is published. */
    approvalsRequired: integer("approvals_required").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    archivedAt: moment("archived_at"),
  },
  (table) => [
    uniqueIndex("brands_slug_unique").on(table.slug),
    // Few are archived: counts of the others leave them out by it.
    index("brands_archived_idx").on(table.archivedAt).where(sql`${table.archivedAt} is not null`),
    index("brands_name_idx").on(sql`lower(${table.name})`),
    check("brands_slug_form", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${table.slug}) <= 64`),
    check("brands_approvals_required", sql`${table.approvalsRequired} between 0 and 5`),
    check("brands_version_positive", sql`${table.identityVersion} >= 1`),
    check("brands_name_present", sql`length(trim(${table.name})) between 1 and 120`),
  ],
);

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
