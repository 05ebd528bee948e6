import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/contract";
import { ofUser, users } from "./accounts";
import { brands, ofBrand } from "./brands";
import { id, moment, sha256 } from "./columns";

/** A user's role in a brand. A trigger of the migration keeps an owner in every brand that has members. */
export const memberships = pgTable(
  "memberships",
  {
    brandId: ofBrand(),
    userId: ofUser(),
    role: text("role", { enum: ROLES }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "memberships_pkey", columns: [table.brandId, table.userId] }),
    index("memberships_user_idx").on(table.userId, table.createdAt),
    check("memberships_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
  ],
);

/** An invitation to a brand for one email. Only a digest of the link's token is stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    brandId: ofBrand(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    tokenHash: sha256("token_hash").notNull(),
    /** True if only a mail carried the link, so that opening it verifies the email. */
    mailed: boolean("mailed").notNull().default(false),
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

/** A scheduled deletion of an archived brand with everything in it. Cancelling deletes the row. */
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
