import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { ALL_API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract";
import { users } from "./accounts";
import { brands } from "./brands";
import { id, moment, ownBudget, sha256 } from "./columns";

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

export const REQUEST_CREDENTIALS = ["api-key", "tool", "session", "federation", "dispatch", "none"] as const;

/**
 * One call of the API, as it was answered: what and by whom, never what it carried. The id is made of the moment at which the call came, so that it is
 * the list's order, its filter by time and what retention goes by. But for the person nothing refers to another table: a row that is gone meanwhile
 * must not keep a whole batch from being written.
 */
export const apiRequests = pgTable(
  "api_requests",
  {
    id: id(),
    /** The answer's `X-Request-Id`, which a caller may have chosen: nothing says that it is there once. */
    requestId: text("request_id").notNull(),
    /** Of the contract. */
    operation: text("operation").notNull(),
    /** Null where none was named, or several, or by somebody who proved nothing. */
    brandId: uuid("brand_id"),
    credential: text("credential", { enum: REQUEST_CREDENTIALS }).notNull(),
    apiKeyId: uuid("api_key_id"),
    toolSlug: text("tool_slug"),
    userId: uuid("user_id").references(() => users.id),
    status: smallint("status").notNull(),
    errorCode: text("error_code"),
    durationMs: real("duration_ms").notNull(),
  },
  (table) => [
    index("api_requests_brand_idx").on(table.brandId, table.id),
    index("api_requests_request_id_idx").on(table.requestId),
    index("api_requests_failed_idx").on(table.brandId, table.id).where(sql`${table.status} >= 400`),
    index("api_requests_user_idx").on(table.userId, table.id).where(sql`${table.userId} is not null`),
    check("api_requests_duration", sql`${table.durationMs} >= 0`),
  ],
);

/** Requests of one credential for one brand in one hour. */
export const usageCounters = pgTable(
  "usage_counters",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    /** `api-key:<id>` or `tool:<slug>`. */
    credential: text("credential").notNull(),
    hour: moment("hour").notNull(),
    requests: integer("requests").notNull().default(0),
    /** Answers of 400 and above, without 429. */
    errors: integer("errors").notNull().default(0),
    limited: integer("limited").notNull().default(0),
  },
  (table) => [
    primaryKey({ name: "usage_counters_pkey", columns: [table.brandId, table.credential, table.hour] }),
    index("usage_counters_hour_idx").on(table.hour),
    check("usage_counters_positive", sql`${table.requests} >= 0 and ${table.errors} >= 0 and ${table.limited} >= 0`),
  ],
);
