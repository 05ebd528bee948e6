import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/contract";
import { users } from "./accounts";
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";

/** A user's place in a brand. The migration adds a trigger: a brand that has members keeps an owner. */
export const memberships = pgTable(
  "memberships",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "memberships_pkey", columns: [table.brandId, table.userId] }),
    index("memberships_user_idx").on(table.userId, table.createdAt),
    check("memberships_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
  ],
);

/** An invitation to a brand for one e-mail address; the link's token is kept as a digest only. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    tokenHash: sha256("token_hash").notNull(),
    /** The link went to the email by mail and to nobody else: whoever opens it has proved that the email is theirs. */
    mailed: boolean("mailed").notNull().default(false),
    /** Who made the link that works now. */
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_token_unique").on(table.tokenHash),
    uniqueIndex("invitations_open_unique")
      .on(table.brandId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
    index("invitations_ended_idx").on(sql`least(${table.acceptedAt}, ${table.revokedAt}, ${table.expiresAt})`),
    index("invitations_brand_idx").on(table.brandId, table.createdAt),
    check("invitations_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
    check("invitations_email_lower", sql`${table.email} = lower(${table.email})`),
    check("invitations_one_end", sql`${table.acceptedAt} is null or ${table.revokedAt} is null`),
  ],
);

/** An archived brand that is to be deleted, with everything; until it is due an owner may cancel that, which takes the row away. */
export const brandDeletions = pgTable(
  "brand_deletions",
  {
    brandId: uuid("brand_id")
      .primaryKey()
      .references(() => brands.id, { onDelete: "cascade" }),
    askedBy: uuid("asked_by").references(() => users.id, { onDelete: "set null" }),
    askedAt: moment("asked_at").notNull(),
    dueAt: moment("due_at").notNull(),
  },
  (table) => [index("brand_deletions_due_idx").on(table.dueAt)],
);
