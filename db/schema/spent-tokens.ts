import { index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** A signed token of a cookie that works once and was used: the challenge of a passkey, a sign-in that waited for its second step. */
export const spentTokens = pgTable(
  "spent_tokens",
  {
    id: text("id").primaryKey(),
    /** When the token would have expired; the row is of no use after that. */
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("spent_tokens_expiry_idx").on(table.expiresAt)],
);
