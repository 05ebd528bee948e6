import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { users } from "./users";

export const SESSION_KINDS = ["browser", "token"] as const;

/** A signed-in browser, or a named session token for a back office. Its id is the `sid` of the tokens made from it. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: SESSION_KINDS }).notNull(),
    /** What the person called the token; null for browsers. */
    name: text("name"),
    userAgent: text("user_agent"),
    clientIp: text("address"),
    createdAt: moment("created_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    index("sessions_user_idx").on(table.userId, table.createdAt),
    check("sessions_kind_check", sql`${table.kind} in ('browser', 'token')`),
    check("sessions_token_named", sql`${table.kind} <> 'token' or ${table.name} is not null`),
    check("sessions_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);
