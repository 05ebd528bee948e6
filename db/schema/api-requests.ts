import { sql } from "drizzle-orm";
import { check, index, pgTable, real, smallint, text, uuid } from "drizzle-orm/pg-core";
import { id } from "./columns";
import { users } from "./users";

export const REQUEST_CREDENTIALS = ["api-key", "tool", "session", "federation", "dispatch", "none"] as const;

/**
 * One call of the API, as it was answered: what and by whom, never what it carried. The id is made of the moment at which the call came, so that it is
 * the list's order, its filter by time and what retention goes by. But for the person nothing refers to another table: a row that is gone meanwhile
 * must not keep a whole batch from being written.
 */
export const apiRequests = pgTable(
  "api_requests",
  {
    id: id(),
    /** The answer's `X-Request-Id`, which a caller may have chosen: nothing says that it is there once. */
    requestId: text("request_id").notNull(),
    /** Of the contract. */
    operation: text("operation").notNull(),
    /** Null where none was named, or several, or by somebody who proved nothing. */
    brandId: uuid("brand_id"),
    credential: text("credential", { enum: REQUEST_CREDENTIALS }).notNull(),
    apiKeyId: uuid("api_key_id"),
    toolSlug: text("tool_slug"),
    userId: uuid("user_id").references(() => users.id),
    status: smallint("status").notNull(),
    errorCode: text("error_code"),
    durationMs: real("duration_ms").notNull(),
  },
  (table) => [
    index("api_requests_brand_idx").on(table.brandId, table.id),
    index("api_requests_request_id_idx").on(table.requestId),
    index("api_requests_failed_idx").on(table.brandId, table.id).where(sql`${table.status} >= 400`),
    index("api_requests_user_idx").on(table.userId, table.id).where(sql`${table.userId} is not null`),
    check("api_requests_duration", sql`${table.durationMs} >= 0`),
  ],
);
