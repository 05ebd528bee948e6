import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { apiKeys } from "./api-keys";
import { brands } from "./brands";
import { id, moment } from "./columns";
import { toolCredentials } from "./tool-credentials";
import { tools } from "./tools";
import { users } from "./users";

export const NOTICE_KINDS = [
  "endpoint_failing",
  "endpoint_off",
  "key_expiring",
  "credential_expiring",
  "new_manager",
  "publish_failed",
  "review_requested",
  "review_answered",
  "review_commented",
] as const;

/** That one person, or whoever runs the hub, is told of one thing; what it says is read anew when it is told. */
export const notices = pgTable(
  "notices",
  {
    id: id(),
    /** null: whoever runs the hub, by their webhook. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    /** What happened, the same for everybody who is told of it: nobody is told twice. */
    occurrence: text("occurrence").notNull(),
    /** What is told together, of one kind: a tool's host, a brand. */
    topic: text("topic").notNull(),
    /** null for what is a tool's, and no brand's. */
    brandId: uuid("brand_id").references(() => brands.id, { onDelete: "cascade" }),
    toolSlug: text("tool_slug").references(() => tools.slug),
    apiKeyId: uuid("api_key_id").references(() => apiKeys.id, { onDelete: "cascade" }),
    credentialId: uuid("credential_id").references(() => toolCredentials.id, { onDelete: "cascade" }),
    /** The entry of the log that it is about, which may be forgotten before it. */
    entryId: uuid("entry_id"),
    happenedAt: moment("happened_at").notNull(),
    createdAt: moment("created_at").notNull(),
    /** null while it waits for its turn. */
    toldAt: moment("told_at"),
    /** Whether a mail told of it; else the account's page alone does. */
    mailed: boolean("mailed").notNull().default(false),
  },
  (table) => [
    unique("notices_once").on(table.occurrence, table.userId),
    uniqueIndex("notices_operator_once").on(table.occurrence).where(sql`${table.userId} is null`),
    index("notices_untold_idx").on(table.userId).where(sql`${table.toldAt} is null`),
    index("notices_told_idx").on(table.userId, table.kind, table.topic, table.toldAt),
    index("notices_user_idx").on(table.userId, table.createdAt),
    index("notices_brand_idx").on(table.brandId),
    index("notices_key_idx").on(table.apiKeyId).where(sql`${table.apiKeyId} is not null`),
    index("notices_credential_idx").on(table.credentialId).where(sql`${table.credentialId} is not null`),
    index("notices_created_idx").on(table.createdAt),
    check(
      "notices_kind_check",
      sql`${table.kind} in ('endpoint_failing', 'endpoint_off', 'key_expiring', 'credential_expiring', 'new_manager', 'publish_failed', 'review_requested', 'review_answered', 'review_commented')`,
    ),
    check("notices_mailed_once_told", sql`${table.toldAt} is not null or not ${table.mailed}`),
  ],
);
