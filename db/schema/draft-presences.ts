import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { moment } from "./columns";
import { users } from "./users";

/** Who has an editing page of a brand open, one row for each of its editors; over soon after it was last seen. */
export const draftPresences = pgTable(
  "draft_presences",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The page that they opened last. */
    page: text("page")
      .$type<"identity" | "palette" | "typography" | "foundations" | "imagery" | "logos" | "assets">()
      .notNull(),
    since: moment("since").notNull(),
    seenAt: moment("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "draft_presences_pkey", columns: [table.brandId, table.userId] }),
    index("draft_presences_seen_at").on(table.seenAt),
  ],
);
