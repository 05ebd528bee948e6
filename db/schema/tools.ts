import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { TOOL_STATUSES } from "@/lib/contract";
import { moment, ownBudget } from "./columns";

/** A child tool registered on the hub. The slug never changes: it names the tool's secrets in the environment. */
export const tools = pgTable(
  "tools",
  {
    slug: text("slug").primaryKey(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    status: text("status", { enum: TOOL_STATUSES }).notNull(),
    /** Where `identity.updated` goes unless a brand's subscription says otherwise; null: no subscription is made. */
    defaultWebhookUrl: text("default_webhook_url"),
    /** Where the hand-off page posts federation tokens; null: the tool cannot be connected. */
    connectUrl: text("connect_url"),
    /** Where *Open* sends people, for the tool to begin their sign-in; null: to its own page. */
    initiateLoginUrl: text("initiate_login_url"),
    /** Whether federation tokens that were minted for it are exchanged with its own credentials alone. */
    ownCredentialsOnly: boolean("own_credentials_only").notNull().default(false),
    /** Whether it is sent `entitlement.granted` and `entitlement.revoked`. */
    entitlementWebhooks: boolean("entitlement_webhooks").notNull().default(false),
    /** Event types of other tools that are passed on to this one, such as `asset.*`. */
    eventPatterns: text("event_patterns").array().notNull().default(sql`'{}'::text[]`),
    createdAt: moment("created_at").notNull(),
    ...ownBudget(),
  },
  (table) => [
    check("tools_budget_positive", sql`${table.budgetPerMinute} >= 1 and ${table.budgetConcurrent} >= 1`),
    check("tools_slug_form", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${table.slug}) <= 64`),
    check("tools_status_check", sql`${table.status} in ('active', 'beta', 'maintenance', 'deprecated', 'disabled')`),
  ],
);
