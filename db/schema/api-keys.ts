import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ALL_API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract";
import { brands } from "./brands";
import { id, moment, ownBudget, sha256 } from "./columns";
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
    /** What it was issued for; the default is what every key could do before there were scopes. */
    scopes: text("scopes", { enum: ALL_API_KEY_SCOPES as [ApiKeyScope, ...ApiKeyScope[]] })
      .array()
      .notNull()
      .default(sql`'{brands:read,events:write}'::text[]`),
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
    ...ownBudget(),
  },
  (table) => [
    check("api_keys_budget_positive", sql`${table.budgetPerMinute} >= 1 and ${table.budgetConcurrent} >= 1`),
    uniqueIndex("api_keys_hash_unique").on(table.keyHash),
    index("api_keys_brand_idx").on(table.brandId, table.createdAt),
    check(
      "api_keys_scopes_check",
      sql`${table.scopes} <@ '{brands:read,events:write,identity:read}' and cardinality(${table.scopes}) >= 1`,
    ),
    index("api_keys_expiring_idx")
      .on(table.expiresAt)
      .where(sql`${table.revokedAt} is null and ${table.replacedBy} is null`),
    check("api_keys_name_present", sql`length(trim(${table.name})) between 1 and 100`),
    check("api_keys_last_four_form", sql`length(${table.lastFour}) = 4`),
  ],
);
