import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment } from "./columns";

/** Numbers whoever was erased: "Deleted member 7". */
export const deletedMembers = pgSequence("deleted_members");

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
    /** Since when the account is erased: the row stays, under a pseudonym, for what they published and did. */
    erasedAt: moment("erased_at"),
    /** Kinds of notices that they do not want. */
    mutedNotices: text("muted_notices").array().notNull().default(sql`'{}'::text[]`),
    activeBrandId: uuid("active_brand_id").references((): AnyPgColumn => brands.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_unique").on(table.email),
    index("users_hub_admin_idx").on(table.id).where(sql`${table.hubAdmin}`),
    index("users_active_brand_idx").on(table.activeBrandId),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    // Whatever was under way when the account was erased writes nothing of the person back.
    check(
      "users_erased_blank",
      sql`${table.erasedAt} is null or (${table.name} ~ '^Deleted member [0-9]+$' and ${table.email} ~ '^deleted-member-[0-9]+$'
        and ${table.passwordHash} is null and ${table.emailVerifiedAt} is null and not ${table.hubAdmin}
        and ${table.deactivatedAt} is not null and ${table.activeBrandId} is null)`,
    ),
  ],
);
