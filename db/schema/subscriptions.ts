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
    /** When a delivery was last claimed for it: the least recently served goes first, a new one as if it had been served when it was made. */
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
    // What fails or is off, over all brands of a tool.
    index("subscriptions_trouble_idx")
      .on(table.toolSlug)
      .where(sql`${table.failingSince} is not null or not ${table.enabled}`),
    check("subscriptions_off_has_reason", sql`${table.enabled} = (${table.disabledReason} is null)`),
    check("subscriptions_url_length", sql`length(${table.webhookUrl}) between 1 and 2048`),
  ],
);
