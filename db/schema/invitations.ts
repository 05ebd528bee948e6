import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/contract";
import { brands } from "./brands";
import { id, moment, sha256 } from "./columns";
import { users } from "./users";

/** An invitation to a brand for one e-mail address; the link's token is kept as a digest only. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    tokenHash: sha256("token_hash").notNull(),
    /** The link went to the email by mail and to nobody else: whoever opens it has proved that the email is theirs. */
    mailed: boolean("mailed").notNull().default(false),
    /** Who made the link that works now. */
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_token_unique").on(table.tokenHash),
    uniqueIndex("invitations_open_unique")
      .on(table.brandId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
    index("invitations_ended_idx").on(sql`least(${table.acceptedAt}, ${table.revokedAt}, ${table.expiresAt})`),
    index("invitations_brand_idx").on(table.brandId, table.createdAt),
    check("invitations_role_check", sql`${table.role} in ('owner', 'admin', 'editor', 'viewer')`),
    check("invitations_email_lower", sql`${table.email} = lower(${table.email})`),
    check("invitations_one_end", sql`${table.acceptedAt} is null or ${table.revokedAt} is null`),
  ],
);
