import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
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
  },
  (table) => [
    unique("files_brand_content_unique").on(table.brandId, table.sha256),
    check("files_sha256_form", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check("files_bytes_positive", sql`${table.bytes} > 0`),
  ],
);
