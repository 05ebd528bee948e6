import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { BrandDocument } from "@/lib/content/document/brand-document";
import { brandVersions } from "./brand-versions";
import { brands } from "./brands";
import { moment, version } from "./columns";
import { users } from "./users";

/** One editor's unpublished edits of one brand, based on a published version. */
export const drafts = pgTable(
  "drafts",
  {
    brandId: uuid("brand_id")
      .notNull()
      .references(() => brands.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    baseVersion: version("base_version").notNull(),
    document: jsonb("document").$type<BrandDocument>().notNull(),
    /** Raised by each save, so that a save from a stale tab is refused. */
    revision: integer("revision").notNull(),
    updatedAt: moment("updated_at").notNull(),
    /** When the hub publishes it by itself, as it is then; null when it does not. */
    publishAt: moment("publish_at"),
    /** The IANA zone in which that was chosen. */
    publishZone: text("publish_zone"),
    publishNote: text("publish_note"),
    /** The session that scheduled it, and whether it was a strong one; null for a command, and for what an earlier release scheduled. */
    publishSid: uuid("publish_sid"),
    publishStrong: boolean("publish_strong"),
    /** When something other than an ordinary sign-out ended that session: the schedule no longer counts. */
    publishRevokedAt: moment("publish_revoked_at"),
    /** When the hub last could not publish it by itself, and why; null once somebody has seen to it. */
    publishFailedAt: moment("publish_failed_at"),
    publishFailure: text("publish_failure"),
  },
  (table) => [
    primaryKey({ name: "drafts_pkey", columns: [table.brandId, table.userId] }),
    foreignKey({
      name: "drafts_base_version_fkey",
      columns: [table.brandId, table.baseVersion],
      foreignColumns: [brandVersions.brandId, brandVersions.version],
    }),
    index("drafts_publish_at_idx").on(table.publishAt).where(sql`${table.publishAt} is not null`),
    check("drafts_revision_positive", sql`${table.revision} >= 1`),
    check("drafts_publish_zoned", sql`(${table.publishAt} is null) = (${table.publishZone} is null)`),
    check("drafts_failure_told", sql`(${table.publishFailedAt} is null) = (${table.publishFailure} is null)`),
  ],
);
