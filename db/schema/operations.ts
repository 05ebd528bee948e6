import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";
import { apiKeys, toolCredentials, tools } from "./tools";

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

/** Who did what to what, written in the act's transaction. Labels are stored so the log outlives what it names. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id(),
    brandId: uuid("brand_id").references(() => brands.id, { onDelete: "cascade" }),
    actorKind: text("actor_kind", { enum: ["user", "api-key", "tool", "system"] }).notNull(),
    actorId: text("actor_id").notNull(),
    actorLabel: text("actor_label").notNull(),
    /** Dotted, past tense: `identity.published`, `api_key.revoked`. */
    action: text("action").notNull(),
    targetKind: text("target_kind").notNull(),
    targetId: text("target_id").notNull(),
    targetLabel: text("target_label").notNull(),
    diff: jsonb("diff").$type<Record<string, [unknown, unknown]>>(),
    clientIp: text("address"),
    createdAt: moment("created_at").notNull(),
    /** Whether the entry is in its chain, which is extended after the commit. */
    chained: boolean("chained").notNull().default(false),
  },
  (table) => [
    index("audit_entries_brand_idx").on(table.brandId, table.createdAt),
    index("audit_entries_address_idx").on(table.createdAt).where(sql`${table.clientIp} is not null`),
    index("audit_entries_unchained_idx").on(table.brandId, table.createdAt, table.id).where(sql`not ${table.chained}`),
    index("audit_entries_told_idx")
      .on(table.createdAt)
      .where(
        sql`${table.action} in ('subscription.disabled', 'member.role_changed', 'member.joined_by_claim', 'invitation.accepted', 'brand.transferred')`,
      ),
    index("audit_entries_actor_idx").on(table.actorId, table.createdAt),
    index("audit_entries_target_idx").on(table.targetId, table.createdAt).where(sql`${table.brandId} is null`),
  ],
);

/** The chain of a brand's audit entries, or of those without a brand. Extending it locks this row. */
export const auditChains = pgTable(
  "audit_chains",
  {
    id: id(),
    brandId: uuid("brand_id").references(() => brands.id, { onDelete: "cascade" }),
    headSequence: integer("head_sequence").notNull(),
    headHash: sha256("head_hash").notNull(),
    /** Of the newest checkpoint; 0 and null before the first. */
    checkpointSequence: integer("checkpoint_sequence").notNull(),
    checkpointKey: text("checkpoint_key"),
    checkpointAt: moment("checkpoint_at"),
  },
  (table) => [unique("audit_chains_brand_unique").on(table.brandId).nullsNotDistinct()],
);

type ByField = Record<string, string>;

/** One audit entry in its chain. Not a foreign key, so that the chain shows a missing entry. */
export const auditLinks = pgTable(
  "audit_links",
  {
    chainId: uuid("chain_id")
      .notNull()
      .references(() => auditChains.id, { onDelete: "cascade" }),
    sequence: integer("sequence").notNull(),
    entryId: uuid("entry_id").notNull(),
    previous: sha256("previous").notNull(),
    hash: sha256("hash").notNull(),
    digests: jsonb("digests").$type<ByField>().notNull(),
    /** Of unchanged fields; deleted when a field is erased. */
    salts: jsonb("salts").$type<ByField>().notNull(),
    /** Of erased fields: the tombstone with the reason. */
    tombstones: jsonb("tombstones").$type<ByField>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.sequence] }),
    uniqueIndex("audit_links_entry_unique").on(table.entryId),
  ],
);

export const auditCheckpoints = pgTable(
  "audit_checkpoints",
  {
    chainId: uuid("chain_id")
      .notNull()
      .references(() => auditChains.id, { onDelete: "cascade" }),
    sequence: integer("sequence").notNull(),
    keyId: text("key_id").notNull(),
    token: text("token").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.sequence, table.keyId] })],
);

/** A rightful removal from the log: a person's fields, a chain's oldest entries, or a deleted brand's log. */
export const auditTombstones = pgTable(
  "audit_tombstones",
  {
    id: id(),
    kind: text("kind", { enum: ["erasure", "retention", "deletion"] }).notNull(),
    chainId: uuid("chain_id").references(() => auditChains.id, { onDelete: "cascade" }),
    /** The last removed entry; all earlier ones were removed too. */
    upTo: integer("up_to"),
    /** The chain deleted with its brand, so not a foreign key. */
    goneChainId: uuid("gone_chain_id"),
    actor: text("actor").notNull(),
    reason: text("reason").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    check("audit_tombstones_kind_check", sql`${table.kind} in ('erasure', 'retention', 'deletion')`),
    check("audit_tombstones_gone_check", sql`(${table.kind} = 'deletion') = (${table.goneChainId} is not null)`),
    check(
      "audit_tombstones_range_check",
      sql`(${table.kind} = 'retention') = (${table.chainId} is not null and ${table.upTo} is not null)`,
    ),
  ],
);
