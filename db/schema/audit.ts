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
