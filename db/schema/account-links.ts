import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment, sha256 } from "./columns";
import { users } from "./users";

export const ACCOUNT_LINK_KINDS = ["reset_password", "verify_email", "change_email", "undo_email_change"] as const;

/** A link that was sent to an email of a user's and does one thing, once; its token is kept as a digest only, and the row goes with its use. */
export const accountLinks = pgTable(
  "account_links",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ACCOUNT_LINK_KINDS }).notNull(),
    /** Where it was sent: the email that whoever opens it has proved. */
    email: text("email").notNull(),
    tokenHash: sha256("token_hash").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("account_links_token_unique").on(table.tokenHash),
    index("account_links_user_idx").on(table.userId, table.kind),
    index("account_links_expiry_idx").on(table.expiresAt),
    check(
      "account_links_kind_check",
      sql`${table.kind} in ('reset_password', 'verify_email', 'change_email', 'undo_email_change')`,
    ),
    check("account_links_email_lower", sql`${table.email} = lower(${table.email})`),
    check("account_links_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);
