import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { apiKeys } from "./api-keys";
import { brands } from "./brands";
import { id, moment } from "./columns";
import { toolCredentials, tools } from "./tools";

export const MAIL_STATUSES = ["pending", "sent", "dead"] as const;

/** The outbox of mails. Leased and fenced like `child_context_deliveries`. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Encrypted subject and texts, whose links are credentials; null after sending or giving up. */
    sealed: text("sealed"),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("pending"),
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("mails_due_idx").on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index("mails_finished_idx").on(table.finishedAt),
    index("mails_recipient_idx").on(table.recipient, table.createdAt),
    check("mails_status_check", sql`${table.status} in ('pending', 'sent', 'dead')`),
    check("mails_finished_check", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    check("mails_blank_once_finished", sql`(${table.status} = 'pending') = (${table.sealed} is not null)`),
    check("mails_lease_check", sql`(${table.leaseToken} is null) = (${table.leaseUntil} is null)`),
    check("mails_lease_pending", sql`${table.leaseToken} is null or ${table.status} = 'pending'`),
    check("mails_reason_check", sql`${table.status} <> 'dead' or ${table.reason} is not null`),
  ],
);

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

/** One notification to a person or the operator. Its text is made from current data when it is sent. */
export const notices = pgTable(
  "notices",
  {
    id: id(),
    /** Null: the operator, by webhook. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    /** Identifies the event for all recipients, so that nobody is notified twice. */
    occurrence: text("occurrence").notNull(),
    /** Groups notifications of one kind: a tool's host, a brand. */
    topic: text("topic").notNull(),
    brandId: uuid("brand_id").references(() => brands.id, { onDelete: "cascade" }),
    toolSlug: text("tool_slug").references(() => tools.slug),
    apiKeyId: uuid("api_key_id").references(() => apiKeys.id, { onDelete: "cascade" }),
    credentialId: uuid("credential_id").references(() => toolCredentials.id, { onDelete: "cascade" }),
    /** The audit entry that it is about, which may be deleted first. */
    entryId: uuid("entry_id"),
    happenedAt: moment("happened_at").notNull(),
    createdAt: moment("created_at").notNull(),
    toldAt: moment("told_at"),
    /** Whether it was mailed too, or only shown on the account page. */
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

export const OPERATOR_NOTICE_STATUSES = ["pending", "delivered", "dead"] as const;

/** The outbox of operator webhooks. Leased and fenced like `child_context_deliveries`. */
export const operatorNotices = pgTable(
  "operator_notices",
  {
    id: id(),
    body: text("body").notNull(),
    status: text("status", { enum: OPERATOR_NOTICE_STATUSES }).notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    createdAt: moment("created_at").notNull(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index("operator_notices_due_idx").on(table.dueAt).where(sql`${table.status} = 'pending'`),
    index("operator_notices_created_idx").on(table.createdAt),
    check("operator_notices_status_check", sql`${table.status} in ('pending', 'delivered', 'dead')`),
    check("operator_notices_finished_check", sql`(${table.status} = 'pending') = (${table.finishedAt} is null)`),
    check("operator_notices_lease_check", sql`(${table.leaseToken} is null) = (${table.leaseUntil} is null)`),
    check("operator_notices_lease_pending", sql`${table.leaseToken} is null or ${table.status} = 'pending'`),
  ],
);

/** Hub-wide settings: one row, or none before the first change. */
export const hubSettings = pgTable(
  "hub_settings",
  {
    only: boolean("only").primaryKey().default(true),
    adminsNeedTwoFactor: boolean("two_step_of_admins").notNull().default(false),
    /** Until then no file is deleted, because a running backup may still have to copy it. */
    filesKeptUntil: moment("files_kept_until"),
    /** The current file store's mark, and when a process last reported using it. */
    fileStore: text("file_store"),
    fileStoreSeenAt: moment("file_store_seen_at"),
  },
  (table) => [check("hub_settings_one_row", sql`${table.only}`)],
);
