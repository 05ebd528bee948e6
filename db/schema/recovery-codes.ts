import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { moment, sha256 } from "./columns";
import { users } from "./users";

/** A code that stands in for a lost factor, once; kept as a digest only, and the row goes with its use. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: sha256("code_hash").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ name: "recovery_codes_pkey", columns: [table.userId, table.codeHash] })],
);
