import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
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
import { ALL_API_KEY_SCOPES, type ApiKeyScope, TOOL_STATUSES } from "@/lib/contract";
import { users } from "./accounts";
import { ofBrand } from "./brands";
import { id, moment, ownBudget, sha256, version } from "./columns";

/** The slug never changes: names of the tool's secrets in the environment contain it. */
export const tools = pgTable(
  "tools",
  {
    slug: text("slug").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    status: text("status", { enum: TOOL_STATUSES }).notNull(),
    /** Receives `identity.updated` unless a brand's subscription has its own URL; null: no subscription is made. */
    defaultWebhookUrl: text("default_webhook_url"),
    /** Receives federation tokens from the hand-off page; null: the tool can't be connected. */
    connectUrl: text("connect_url"),
    /** Where *Open* leads, for the tool to start its sign-in; null: the tool's page in the hub. */
    initiateLoginUrl: text("initiate_login_url"),
    /** Whether its federation tokens can only be exchanged with its own credentials. */
    ownCredentialsOnly: boolean("own_credentials_only").notNull().default(false),
    entitlementWebhooks: boolean("entitlement_webhooks").notNull().default(false),
    /** Other tools' event types that are forwarded to it, such as `asset.*`. */
    eventPatterns: text("event_patterns").array().notNull().default(sql`'{}'::text[]`),
    /** Until then its webhooks are also recorded for brands without a subscription, for `listDeliveries`. */
    listeningUntil: moment("listening_until"),
    createdAt: moment("created_at").notNull(),
    ...ownBudget(),
  },
  (table) => [
    check("tools_budget_positive", sql`${table.budgetPerMinute} >= 1 and ${table.budgetConcurrent} >= 1`),
    check("tools_slug_form", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${table.slug}) <= 64`),
    check("tools_status_check", sql`${table.status} in ('active', 'beta', 'maintenance', 'deprecated', 'disabled')`),
  ],
);

export const TOOL_CREDENTIAL_KINDS = ["app_token", "signing_secret"] as const;

/**
 * A tool's credential made in the hub: a child app token, stored as a digest, or a webhook signing secret, stored
 * encrypted.
 */
export const toolCredentials = pgTable(
  "tool_credentials",
  {
    id: id(),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug, { onDelete: "cascade" }),
    kind: text("kind", { enum: TOOL_CREDENTIAL_KINDS }).notNull(),
    name: text("name").notNull(),
    tokenHash: sha256("token_hash"),
    /** The encrypted signing secret, until it expires. */
    sealed: text("sealed"),
    /** The key of HUB_ENCRYPTION_KEY that encrypted it. */
    keyId: text("key_id"),
    prefix: text("prefix").notNull(),
    lastFour: text("last_four").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at"),
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
    replacedBy: uuid("replaced_by").references((): AnyPgColumn => toolCredentials.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("tool_credentials_hash_unique").on(table.tokenHash),
    index("tool_credentials_tool_idx").on(table.toolSlug, table.createdAt),
    index("tool_credentials_sealed_idx").on(table.toolSlug).where(sql`sealed is not null`),
    // Finds a tool's active credentials among years of rotated ones.
    index("tool_credentials_working_idx")
      .on(table.toolSlug, table.kind, sql`coalesce(${table.expiresAt}, 'infinity'::timestamptz)`)
      .where(sql`${table.revokedAt} is null`),
    index("tool_credentials_expiring_idx")
      .on(table.expiresAt)
      .where(sql`${table.revokedAt} is null and ${table.replacedBy} is null`),
    check("tool_credentials_kind_check", sql`${table.kind} in ('app_token', 'signing_secret')`),
    check("tool_credentials_name_present", sql`length(trim(${table.name})) between 1 and 100`),
    check("tool_credentials_last_four_form", sql`length(${table.lastFour}) = 4`),
    check(
      "tool_credentials_held",
      sql`(${table.kind} = 'app_token') = (${table.tokenHash} is not null) and (${table.sealed} is null) = (${table.keyId} is null) and (${table.tokenHash} is null or ${table.sealed} is null)`,
    ),
  ],
);

/**
 * A setup link that gives a tool's operator its credentials once, and then a setup page. Both tokens are stored as
 * digests. Credentials are only made when they are shown, so none is stored here.
 */
export const handOvers = pgTable(
  "hand_overs",
  {
    id: id(),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug, { onDelete: "cascade" }),
    name: text("name").notNull(),
    tokenHash: sha256("token_hash").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** First request of the page, which may come from a link preview. */
    openedAt: moment("opened_at"),
    revealedAt: moment("revealed_at"),
    /** Digest of the holder's cookie, which lets that browser return. */
    holderHash: sha256("holder_hash"),
    appTokenId: uuid("app_token_id").references(() => toolCredentials.id, { onDelete: "set null" }),
    signingSecretId: uuid("signing_secret_id").references(() => toolCredentials.id, { onDelete: "set null" }),
    /** The webhook URL that the holder entered, if the tool had none. */
    webhookUrl: text("webhook_url"),
    withdrawnAt: moment("withdrawn_at"),
  },
  (table) => [
    uniqueIndex("hand_overs_token_unique").on(table.tokenHash),
    index("hand_overs_tool_idx").on(table.toolSlug, table.createdAt),
    index("hand_overs_expiry_idx").on(table.expiresAt),
    index("hand_overs_app_token_idx").on(table.appTokenId).where(sql`app_token_id is not null`),
    index("hand_overs_signing_secret_idx").on(table.signingSecretId).where(sql`signing_secret_id is not null`),
    check("hand_overs_name_present", sql`length(trim(${table.name})) between 1 and 100`),
    check("hand_overs_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
    check("hand_overs_held_once_revealed", sql`(${table.revealedAt} is null) = (${table.holderHash} is null)`),
    check("hand_overs_url_after_reveal", sql`${table.webhookUrl} is null or ${table.revealedAt} is not null`),
  ],
);

export const entitlements = pgTable(
  "entitlements",
  {
    brandId: ofBrand(),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug),
    grantedBy: uuid("granted_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "entitlements_pkey", columns: [table.brandId, table.toolSlug] }),
    index("entitlements_of_tool_idx").on(table.toolSlug, table.brandId),
  ],
);

/** A tool's latest bundle read for a brand; updated at most every ten minutes for the same version. */
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
      sql`${table.scopes} <@ '{brands:read,events:write,identity:read,agents:read}' and cardinality(${table.scopes}) >= 1`,
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
