import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment, sha256 } from "./columns";
import { tools } from "./tools";
import { users } from "./users";

export const TOOL_CREDENTIAL_KINDS = ["app_token", "signing_secret"] as const;

/** A credential of a tool that was made in the hub: a child app token, kept as a digest, or a webhook signing secret, which the hub signs with and keeps sealed. */
export const toolCredentials = pgTable(
  "tool_credentials",
  {
    id: id(),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug, { onDelete: "cascade" }),
    kind: text("kind", { enum: TOOL_CREDENTIAL_KINDS }).notNull(),
    name: text("name").notNull(),
    tokenHash: sha256("token_hash"),
    /** Of a signing secret, until it has ended. */
    sealed: text("sealed"),
    /** Which key of HUB_ENCRYPTION_KEY sealed it. */
    keyId: text("key_id"),
    prefix: text("prefix").notNull(),
    lastFour: text("last_four").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    /** null: never. */
    expiresAt: moment("expires_at"),
    /** Of a token, written at most once a minute. */
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
    /** The one that a rotation put in this one's place. */
    replacedBy: uuid("replaced_by").references((): AnyPgColumn => toolCredentials.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("tool_credentials_hash_unique").on(table.tokenHash),
    index("tool_credentials_tool_idx").on(table.toolSlug, table.createdAt),
    index("tool_credentials_sealed_idx").on(table.toolSlug).where(sql`sealed is not null`),
    // What a tool has that still works, after years of rotating.
    index("tool_credentials_working_idx")
      .on(table.toolSlug, table.kind, sql`coalesce(${table.expiresAt}, 'infinity'::timestamptz)`)
      .where(sql`${table.revokedAt} is null`),
    index("tool_credentials_expiring_idx")
      .on(table.expiresAt)
      .where(sql`${table.revokedAt} is null and ${table.replacedBy} is null`),
    check("tool_credentials_kind_check", sql`${table.kind} in ('app_token', 'signing_secret')`),
    check("tool_credentials_name_present", sql`length(trim(${table.name})) between 1 and 100`),
    check("tool_credentials_last_four_form", sql`length(${table.lastFour}) = 4`),
    check(
      "tool_credentials_held",
      sql`(${table.kind} = 'app_token') = (${table.tokenHash} is not null) and (${table.sealed} is null) = (${table.keyId} is null) and (${table.tokenHash} is null or ${table.sealed} is null)`,
    ),
  ],
);
