import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { users } from "./users";

export const SESSION_KINDS = ["browser", "token"] as const;

/** What a session may do over the API: `read` brands and identities, `write` also mint federation tokens. */
export const SESSION_SCOPES = ["read", "write"] as const;

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
    /** A named token may be issued to read alone; a browser always may both. */
    scopes: text("scopes", { enum: SESSION_SCOPES }).array().notNull().default(sql`'{read,write}'::text[]`),
    userAgent: text("user_agent"),
    /** True for a browser that had not signed in to the account before, while the account had been used: its owner is told. */
    newBrowser: boolean("new_browser").notNull().default(false),
    /** True for one that was opened, or proved again, by a factor of the account or the company's own provider. */
    strong: boolean("strong").notNull().default(false),
    clientIp: text("address"),
    createdAt: moment("created_at").notNull(),
    /** When the person last proved in this session who they are: at sign-in, then at each step-up. */
    provedAt: moment("proved_at").notNull().default(sql`now()`),
    /** Digest of the cookie that the browser got with that proof: the proof is for who brings it. Null where none was given. */
    proofHash: text("proof_hash"),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    index("sessions_user_idx").on(table.userId, table.createdAt),
    index("sessions_ended_idx").on(sql`least(${table.revokedAt}, ${table.expiresAt})`),
    check("sessions_kind_check", sql`${table.kind} in ('browser', 'token')`),
    check("sessions_token_named", sql`${table.kind} <> 'token' or ${table.name} is not null`),
    check("sessions_scopes_check", sql`${table.scopes} in ('{read}', '{read,write}')`),
    check("sessions_browser_scopes", sql`${table.kind} = 'token' or 'write' = any(${table.scopes})`),
    check("sessions_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);
