import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment } from "./columns";

/** A person who signs in. The e-mail address is stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Argon2id in its PHC string form; null for people who only sign in elsewhere. */
    passwordHash: text("password_hash"),
    /**
     * When somebody last proved that the email is theirs, by GitHub or Google or by a link that went there by mail; null until then. A
     * link that people handed over proves nothing: whoever invites held it too.
     */
    emailVerifiedAt: moment("email_verified_at"),
    /** Registers tools and grants entitlements. */
    hubAdmin: boolean("hub_admin").notNull().default(false),
    /** Since when a hub administrator lets nobody in with this account; null for an account that works. */
    deactivatedAt: moment("deactivated_at"),
    activeBrandId: uuid("active_brand_id").references((): AnyPgColumn => brands.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(table.email),
    index("users_active_brand_idx").on(table.activeBrandId),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
  ],
);
