import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";
import { users } from "./users";

/** A stored upload of a brand, addressed by its content; the bytes lie in the file storage under `<brand_id>/<sha256>`. */
export const files = pgTable(
  "files",
  {
    id: id(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    sha256: sha256("sha256").notNull(),
    mime: text("mime").notNull(),
    bytes: integer("bytes").notNull(),
    /** Pixels; null for what is no picture. */
    width: integer("width"),
    height: integer("height"),
    uploadedBy: uuid("uploaded_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    /** Since when nothing is known to show it; null while a draft does, and until somebody has looked. */
    unusedSince: moment("unused_since"),
    /** When to look next whether anything shows it; null once a version does, since versions stay. */
    lookAt: moment("look_at").defaultNow(),
    /** When it was removed as unused: nobody may name it any more, and the row goes once the bytes have, tried at `look_at`. */
    removedAt: moment("removed_at"),
  },
  (table) => [
    unique("files_brand_content_unique").on(table.brandId, table.sha256),
    index("files_look_idx").on(table.lookAt),
    check("files_sha256_form", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check("files_bytes_positive", sql`${table.bytes} > 0`),
  ],
);
