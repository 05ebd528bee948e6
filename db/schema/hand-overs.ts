import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment, sha256 } from "./columns";
import { toolCredentials } from "./tool-credentials";
import { tools } from "./tools";
import { users } from "./users";

/**
 * A link by which a tool's operator gets its credentials, once, and a page to set the tool up with. Link and page are kept as digests; the
 * credentials are made when they are revealed, so that none waits here.
 */
export const handOvers = pgTable(
  "hand_overs",
  {
    id: id(),
    toolSlug: text("tool_slug")
      .notNull()
      .references(() => tools.slug, { onDelete: "cascade" }),
    /** For whom it is, in words. */
    name: text("name").notNull(),
    tokenHash: sha256("token_hash").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** When its page was first looked at, be it by a program that makes previews. */
    openedAt: moment("opened_at"),
    revealedAt: moment("revealed_at"),
    /** Of the cookie by which the browser that saw the credentials comes back. */
    holderHash: sha256("holder_hash"),
    appTokenId: uuid("app_token_id").references(() => toolCredentials.id, { onDelete: "set null" }),
    signingSecretId: uuid("signing_secret_id").references(() => toolCredentials.id, { onDelete: "set null" }),
    /** The webhook URL that its holder entered, where the tool had none. */
    webhookUrl: text("webhook_url"),
    withdrawnAt: moment("withdrawn_at"),
  },
  (table) => [
    uniqueIndex("hand_overs_token_unique").on(table.tokenHash),
    index("hand_overs_tool_idx").on(table.toolSlug, table.createdAt),
    index("hand_overs_expiry_idx").on(table.expiresAt),
    index("hand_overs_app_token_idx").on(table.appTokenId).where(sql`app_token_id is not null`),
    index("hand_overs_signing_secret_idx").on(table.signingSecretId).where(sql`signing_secret_id is not null`),
    check("hand_overs_name_present", sql`length(trim(${table.name})) between 1 and 100`),
    check("hand_overs_expire_later", sql`${table.expiresAt} > ${table.createdAt}`),
    check("hand_overs_held_once_revealed", sql`(${table.revealedAt} is null) = (${table.holderHash} is null)`),
    check("hand_overs_url_after_reveal", sql`${table.webhookUrl} is null or ${table.revealedAt} is not null`),
  ],
);
