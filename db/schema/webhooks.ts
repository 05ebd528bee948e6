import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { ofBrand } from "./brands";
import { id, moment } from "./columns";
import { apiKeys, entitlements, tools } from "./tools";

/** Sends a brand's changes to a tool. Created and deleted with the entitlement. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    brandId: uuid("brand_id").notNull(),
    toolSlug: text("tool_slug").notNull(),
    webhookUrl: text("webhook_url").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    /** Why it is off, for people: the receiver answered 410, or failed for five days. */
    disabledReason: text("disabled_reason"),
    disabledAt: moment("disabled_at"),
    /** First failure since the last success; null after a success. */
    failingSince: moment("failing_since"),
    /** When a delivery was last claimed, initially its creation; the least recently served goes first. */
    lastServedAt: moment("last_served_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "subscriptions_pkey", columns: [table.brandId, table.toolSlug] }),
    foreignKey({
      name: "subscriptions_entitlement_fkey",
      columns: [table.brandId, table.toolSlug],
      foreignColumns: [entitlements.brandId, entitlements.toolSlug],
    }).onDelete("cascade"),
    index("subscriptions_failing_idx")
      .on(table.failingSince)
      .where(sql`${table.enabled} and ${table.failingSince} is not null`),
    index("subscriptions_tool_idx").on(table.toolSlug),
    index("subscriptions_turn_idx")
      .on(table.toolSlug, sql`coalesce(${table.lastServedAt}, ${table.createdAt})`)
      .where(sql`${table.enabled}`),
    index("subscriptions_trouble_idx")
      .on(table.toolSlug)
      .where(sql`${table.failingSince} is not null or not ${table.enabled}`),
    check("subscriptions_off_has_reason", sql`${table.enabled} = (${table.disabledReason} is null)`),
    check("subscriptions_url_length", sql`length(${table.webhookUrl}) between 1 and 2048`),
  ],
);

export const DELIVERY_STATUSES = ["pending", "delivered", "dead", "cancelled"] as const;

/**
 * The outbox of webhooks: one to one tool about one brand. The id is the body's `id` and stays the same on retries.
 * "Sending" isn't a status but a lease with an end; its token fences completion.
 */
export const childContextDeliveries = pgTable(
  "child_context_deliveries",
  {
    id: id(),
    brandId: ofBrand(),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug),
    /** `identity.updated`, or the type of a forwarded event. */
    type: text("type").notNull(),
    /** The forwarded event, which may be deleted first; null if none. */
    eventId: uuid("event_id"),
    body: text("body").notNull(),
    /**
     * Replaces the subscription's URL where the event itself ended the subscription or archived the brand. Null: use
     * the subscription.
     */
    webhookUrl: text("webhook_url"),
    /** When retention emptied the body and responses, after which it can't be replayed. */
    bodyRemovedAt: moment("body_removed_at"),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("pending"),
    reason: text("reason"),
    /** Attempts of the current run, counted at their start to include one whose sender died. */
    attempts: integer("attempts").notNull().default(0),
    /** How often a person replayed it; sent to the receiver. */
    replays: integer("replays").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("deliveries_due_idx").on(table.brandId, table.toolSlug, table.dueAt).where(sql`${table.status} = 'pending'`),
    // Whether a tool has anything due. The last condition is redundant, but stops the planner from using this index
    // for one subscription.
    index("deliveries_waiting_idx")
      .on(table.toolSlug, table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.leaseToken} is null and ${table.finishedAt} is null`),
    // Steps from one of a tool's waiting subscriptions to the next.
    index("deliveries_turns_idx")
      .on(table.toolSlug, table.brandId, table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.leaseToken} is null and ${table.finishedAt} is null`),
    index("deliveries_tests_idx")
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.type} = 'hub.test'`),
    index("deliveries_own_url_idx")
      .on(table.dueAt)
      .where(sql`${table.status} = 'pending' and ${table.webhookUrl} is not null`),
    index("deliveries_leased_idx")
      .on(table.brandId, table.toolSlug, table.leaseUntil)
      .where(sql`${table.leaseToken} is not null`),
    index("deliveries_brand_created_idx").on(table.brandId, table.createdAt),
    index("deliveries_brand_status_idx").on(table.brandId, table.status, table.createdAt),
    index("deliveries_undelivered_idx")
      .on(table.brandId, table.toolSlug, table.finishedAt)
      .where(
        sql`${table.status} in ('dead', 'cancelled') and ${table.bodyRemovedAt} is null and ${table.type} <> 'hub.test'`,
      ),
    index("deliveries_body_idx")
      .on(table.finishedAt)
      .where(sql`${table.status} <> 'pending' and ${table.bodyRemovedAt} is null`),
    index("deliveries_event_idx").on(table.eventId).where(sql`${table.eventId} is not null`),
    index("deliveries_over_idx").on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    index("deliveries_tool_created_idx").on(table.toolSlug, table.createdAt),
    check("deliveries_status_check", sql`${table.status} in ('pending', 'delivered', 'dead', 'cancelled')`),
    check("deliveries_finished_check", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    check("deliveries_lease_check", sql`(${table.leaseToken} is null) = (${table.leaseUntil} is null)`),
    check("deliveries_lease_pending", sql`${table.leaseToken} is null or ${table.status} = 'pending'`),
    check("deliveries_attempts_positive", sql`${table.attempts} >= 0`),
    check("deliveries_reason_check", sql`${table.status} not in ('dead', 'cancelled') or ${table.reason} is not null`),
  ],
);

export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => childContextDeliveries.id, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    startedAt: moment("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    webhookUrl: text("webhook_url").notNull(),
    statusCode: integer("status_code"),
    errorClass: text("error_class"),
    responseExcerpt: text("response_excerpt").notNull().default(""),
  },
  (table) => [
    primaryKey({ name: "delivery_attempts_pkey", columns: [table.deliveryId, table.attempt] }),
    check("delivery_attempts_outcome", sql`${table.statusCode} is not null or ${table.errorClass} is not null`),
    check("delivery_attempts_duration", sql`${table.durationMs} >= 0`),
  ],
);

/** A host that timed out when last sent to; any response deletes the row. */
export const slowReceivers = pgTable(
  "slow_receivers",
  {
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug),
    /** With its port: one tool's subscriptions may use different ones. */
    host: text("host").notNull(),
    timeouts: integer("timeouts").notNull(),
    /** When it may receive one delivery again as a probe. */
    probeAt: moment("probe_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "slow_receivers_pkey", columns: [table.toolSlug, table.host] }),
    check("slow_receivers_timeouts_positive", sql`${table.timeouts} > 0`),
  ],
);

/** A received event: version 1 from a tool, or version 0 from a service with an API key. */
export const events = pgTable(
  "events",
  {
    id: id(),
    brandId: ofBrand(),
    apiVersion: smallint("api_version").notNull(),
    toolSlug: text("tool_slug").references(() => tools.slug),
    apiKeyId: uuid("api_key_id").references(() => apiKeys.id, { onDelete: "set null" }),
    type: text("type").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    payloadRemovedAt: moment("payload_removed_at"),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    idempotencyKey: text("idempotency_key"),
    traceId: text("trace_id"),
    duplicates: integer("duplicates").notNull().default(0),
  },
  (table) => [
    unique("events_idempotency_unique").on(table.toolSlug, table.brandId, table.idempotencyKey),
    index("events_api_key_idx").on(table.apiKeyId).where(sql`${table.apiKeyId} is not null`),
    index("events_brand_received_idx").on(table.brandId, table.receivedAt),
    index("events_payload_idx").on(table.receivedAt).where(sql`${table.payloadRemovedAt} is null`),
    index("events_brand_trace_idx").on(table.brandId, table.traceId, table.receivedAt),
    check("events_api_version_check", sql`${table.apiVersion} in (0, 1)`),
    check(
      "events_v1_complete",
      sql`${table.apiVersion} = 0 or (${table.toolSlug} is not null and ${table.idempotencyKey} is not null)`,
    ),
  ],
);
