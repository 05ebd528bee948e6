import { bigint, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { users } from "./users";

/** The authenticator app of a user's (TOTP), once a code of it was given: until then it is nowhere but in their browser. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Sealed: who reads the database makes no codes. */
  sealedSecret: text("sealed_secret").notNull(),
  /** The time step of the last code that was accepted; none up to it is accepted again. */
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
});
