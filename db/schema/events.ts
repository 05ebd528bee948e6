import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from "drizzle-orm/pg-core";
import { apiKeys } from "./api-keys";
import { brands } from "./brands";
import { id, moment } from "./columns";
import { tools } from "./tools";

/** An event that came in: version 1 from a tool, or version 0 from a service with an API key. */
export const events = pgTable(
  "events",
  {
    id: id(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    apiVersion: smallint("api_version").notNull(),
    toolSlug: text("tool_slug").references(() => tools.slug),
    apiKeyId: uuid("api_key_id").references(() => apiKeys.id, { onDelete: "set null" }),
    type: text("type").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    /** When the payload was removed, since its time was over; it is empty then. */
    payloadRemovedAt: moment("payload_removed_at"),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    idempotencyKey: text("idempotency_key"),
    traceId: text("trace_id"),
    /** How often the same key was sent again. */
    duplicates: integer("duplicates").notNull().default(0),
  },
  (table) => [
    unique("events_idempotency_unique").on(table.toolSlug, table.brandId, table.idempotencyKey),
    // For the deletion of a brand, and its keys with it.
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
