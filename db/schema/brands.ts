import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment, version } from "./columns";

/** `identity_version` is the number of the newest published version. */
export const brands = pgTable(
  "brands",
  {
    id: id(),
    /** Current slug; `brand_slugs` has all former ones too. */
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    identityVersion: version("identity_version").notNull(),
    publicPage: boolean("public_page").notNull().default(false),
    membersNeedTwoFactor: boolean("two_step_of_members").notNull().default(false),
    approvalsRequired: integer("approvals_required").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    archivedAt: moment("archived_at"),
  },
  (table) => [
    uniqueIndex("brands_slug_unique").on(table.slug),
    // Few brands are archived, so counts subtract them by this index.
    index("brands_archived_idx").on(table.archivedAt).where(sql`${table.archivedAt} is not null`),
    index("brands_name_idx").on(sql`lower(${table.name})`),
    check("brands_slug_form", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${table.slug}) <= 64`),
    check("brands_approvals_required", sql`${table.approvalsRequired} between 0 and 5`),
    check("brands_version_positive", sql`${table.identityVersion} >= 1`),
    check("brands_name_present", sql`length(trim(${table.name})) between 1 and 120`),
  ],
);

export const ofBrand = () =>
  uuid("brand_id")
    .notNull()
    .references(() => brands.id, { onDelete: "cascade" });

/**
 * A brand's current slug, or a former one that still leads to it. The migration adds a deferred foreign key from
 * brands (slug, id), so that brands never share a slug.
 */
export const brandSlugs = pgTable(
  "brand_slugs",
  {
    slug: text("slug").primaryKey(),
    brandId: ofBrand(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("brand_slugs_slug_brand_unique").on(table.slug, table.brandId),
    index("brand_slugs_brand_idx").on(table.brandId),
  ],
);
