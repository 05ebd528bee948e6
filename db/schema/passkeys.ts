import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { users } from "./users";

/** A passkey of a user's (WebAuthn): what the hub needs to check its signatures. Nothing in it is a secret. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** As the authenticator made it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** How often it was used, as the authenticator counts; 0 for one that does not. It only ever grows. */
    signCount: bigint("sign_count", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull().default(sql`'{}'::text[]`),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    uniqueIndex("passkeys_credential_unique").on(table.credentialId),
    index("passkeys_user_idx").on(table.userId, table.createdAt),
    check("passkeys_sign_count_check", sql`${table.signCount} >= 0`),
  ],
);
