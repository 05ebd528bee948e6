import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { apiKeys } from "./api-keys";
import { brands } from "./brands";
import { id, moment } from "./columns";
import { toolCredentials, tools } from "./tools";

export const MAIL_STATUSES = ["pending", "sent", "dead"] as const;

/** One mail to one email: the outbox of mails. Leased and fenced like `child_context_deliveries`. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    /** What it is about, such as `invitation`. */
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Subject and texts, encrypted, since links in them are credentials; null once it was sent or given up. */
    sealed: text("sealed"),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("pending"),
    /** Why it is dead, for people. */
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").notNull(),
    /** After this it is of no use to anybody. */
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

export const OPERATOR_NOTICE_STATUSES = ["pending", "delivered", "dead"] as const;

/** What whoever runs the hub is told by a webhook: an outbox, leased and fenced like `child_context_deliveries`. */
export const operatorNotices = pgTable(
  "operator_notices",
  {
    id: id(),
    /** The exact text that is signed and sent. It names nobody. */
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

/** What hub administrators decide for the whole hub: one row, or none while nobody has decided anything. */
export const hubSettings = pgTable(
  "hub_settings",
  {
    only: boolean("only").primaryKey().default(true),
    /** Hub administrators act as such only in sessions that were opened by two steps. */
    twoStepOfAdmins: boolean("two_step_of_admins").notNull().default(false),
    /** Until then no file's bytes are deleted: a backup that names them may still be copying them. */
    filesKeptUntil: moment("files_kept_until"),
    /** The mark of the store that files are in, and when a process on that store last said so. */
    fileStore: text("file_store"),
    fileStoreSeenAt: moment("file_store_seen_at"),
  },
  (table) => [check("hub_settings_one_row", sql`${table.only}`)],
);
