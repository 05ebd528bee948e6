import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment } from "./columns";

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
