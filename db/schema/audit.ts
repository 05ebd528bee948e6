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
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";

/** Who did what to what, written in the same transaction as the act. Labels are kept so that the log outlives what it names. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: id(),
    /** null for acts on the hub itself or on an account. */
    brandId: uuid("brand_id").references(() => brands.id, { onDelete: "cascade" }),
    actorKind: text("actor_kind", { enum: ["user", "api-key", "tool", "system"] }).notNull(),
    actorId: text("actor_id").notNull(),
    actorLabel: text("actor_label").notNull(),
    /** Dotted, past tense: `identity.published`, `api_key.revoked`. */
    action: text("action").notNull(),
    targetKind: text("target_kind").notNull(),
    targetId: text("target_id").notNull(),
    targetLabel: text("target_label").notNull(),
    /** What changed, by field: `[before, after]`. */
    diff: jsonb("diff").$type<Record<string, [unknown, unknown]>>(),
    clientIp: text("address"),
    createdAt: moment("created_at").notNull(),
    /** Whether it stands in its chain, which is extended after the commit. */
    chained: boolean("chained").notNull().default(false),
  },
  (table) => [
    index("audit_entries_brand_idx").on(table.brandId, table.createdAt),
    index("audit_entries_address_idx").on(table.createdAt).where(sql`${table.clientIp} is not null`),
    index("audit_entries_unchained_idx").on(table.brandId, table.createdAt, table.id).where(sql`not ${table.chained}`),
    // What people are told of (lib/integrations/notifications).
    index("audit_entries_told_idx")
      .on(table.createdAt)
      .where(
        sql`${table.action} in ('subscription.disabled', 'member.role_changed', 'member.joined_by_claim', 'invitation.accepted', 'brand.transferred')`,
      ),
    index("audit_entries_actor_idx").on(table.actorId, table.createdAt),
    index("audit_entries_target_idx").on(table.targetId, table.createdAt).where(sql`${table.brandId} is null`),
  ],
);

/** The chain over a brand's audit entries, or over those of no brand; its row is the lock of whoever extends it. */
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

/** One audit entry in its chain. No foreign key to the entry: that one is missing is what a chain tells. */
export const auditLinks = pgTable(
  "audit_links",
  {
    chainId: uuid("chain_id")
      .notNull()
      .references(() => auditChains.id, { onDelete: "cascade" }),
    /** From 1, without a gap. */
    sequence: integer("sequence").notNull(),
    entryId: uuid("entry_id").notNull(),
    /** The hash of the link before. */
    previous: sha256("previous").notNull(),
    hash: sha256("hash").notNull(),
    /** Of each personal field, salted. */
    digests: jsonb("digests").$type<ByField>().notNull(),
    /** Of the fields that are as they were written; gone with what was erased. */
    salts: jsonb("salts").$type<ByField>().notNull(),
    /** Of the fields that were erased: the tombstone that says why. */
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
    /** A JWS, which holds all that is signed. */
    token: text("token").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.sequence, table.keyId] })],
);

/** What was taken out of the log rightly: fields of a person, the oldest entries of a chain, or the log of a brand that was deleted. */
export const auditTombstones = pgTable(
  "audit_tombstones",
  {
    id: id(),
    kind: text("kind", { enum: ["erasure", "retention", "deletion"] }).notNull(),
    chainId: uuid("chain_id").references(() => auditChains.id, { onDelete: "cascade" }),
    /** The last entry that was dropped: all before it were too. */
    upTo: integer("up_to"),
    /** The chain that went with its brand; no foreign key, since it goes. */
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
