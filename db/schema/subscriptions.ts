import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { entitlements } from "./entitlements";

/** Where a brand's changes are sent for a tool. It lives and dies with the entitlement. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    brandId: uuid("brand_id").notNull(),
    toolSlug: text("tool_slug").notNull(),
    webhookUrl: text("webhook_url").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    /** Why it is off, for people: the receiver answered 410, or it failed for five days. */
    disabledReason: text("disabled_reason"),
    disabledAt: moment("disabled_at"),
    /** Start of the present run of failures; null after a success. */
    failingSince: moment("failing_since"),
    /** When a delivery was last claimed for it: the least recently served goes first. */
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
    index("subscriptions_tool_idx").on(table.toolSlug),
    index("subscriptions_service_idx")
      .on(table.toolSlug, table.lastServedAt.asc().nullsFirst())
      .where(sql`${table.enabled}`),
    check("subscriptions_off_has_reason", sql`${table.enabled} = (${table.disabledReason} is null)`),
    check("subscriptions_url_length", sql`length(${table.webhookUrl}) between 1 and 2048`),
  ],
);
