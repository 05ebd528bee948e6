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
import { ofBrand } from "./brands";
import { id, moment, ownBudget, sha256 } from "./columns";

/** An API key of one brand, stored as a digest. Prefix and last four characters identify it to people. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    brandId: ofBrand(),
    name: text("name").notNull(),
    /** The default is what every key could do before scopes existed. */
    scopes: text("scopes", { enum: ALL_API_KEY_SCOPES as [ApiKeyScope, ...ApiKeyScope[]] })
      .array()
      .notNull()
      .default(sql`'{brands:read,events:write}'::text[]`),
    keyHash: sha256("key_hash").notNull(),
    prefix: text("prefix").notNull(),
    lastFour: text("last_four").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at"),
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
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
 * One answered API call: who did what, without its content. The id contains the time of the call, which gives order,
 * time filter and retention. Only the person is a foreign key: otherwise one deleted row would keep a whole batch
 * from being written.
 */
export const apiRequests = pgTable(
  "api_requests",
  {
    id: id(),
    /** The `X-Request-Id` of the response. A caller may have chosen it, so it need not be unique. */
    requestId: text("request_id").notNull(),
    operation: text("operation").notNull(),
    /** Null if the call named no brand or several, or was unauthenticated. */
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

export const usageCounters = pgTable(
  "usage_counters",
  {
    brandId: ofBrand(),
    /** `api-key:<id>` or `tool:<slug>`. */
    credential: text("credential").notNull(),
    hour: moment("hour").notNull(),
    requests: integer("requests").notNull().default(0),
    /** Responses of 400 and above, except 429. */
    errors: integer("errors").notNull().default(0),
    limited: integer("limited").notNull().default(0),
  },
  (table) => [
    primaryKey({ name: "usage_counters_pkey", columns: [table.brandId, table.credential, table.hour] }),
    index("usage_counters_hour_idx").on(table.hour),
    check("usage_counters_positive", sql`${table.requests} >= 0 and ${table.errors} >= 0 and ${table.limited} >= 0`),
  ],
);
