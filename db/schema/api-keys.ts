import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";
import { users } from "./users";

/** A brand-scoped API key, kept as a digest; prefix and last four characters are for telling keys apart. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    keyHash: sha256("key_hash").notNull(),
    prefix: text("prefix").notNull(),
    lastFour: text("last_four").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    /** null: never. */
    expiresAt: moment("expires_at"),
    /** Written at most once a minute. */
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
    /** The key that a rotation put in this one's place. */
    replacedBy: uuid("replaced_by").references((): AnyPgColumn => apiKeys.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("api_keys_hash_unique").on(table.keyHash),
    index("api_keys_brand_idx").on(table.brandId, table.createdAt),
    check("api_keys_name_present", sql`length(trim(${table.name})) between 1 and 100`),
    check("api_keys_last_four_form", sql`length(${table.lastFour}) = 4`),
  ],
);
