import { and, eq, sql } from "drizzle-orm";
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
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { BrandDocument, BrandSnapshot } from "@/lib/content/document/brand-document";
import { CHANGED_PARTS } from "@/lib/contract";
import { ofUser, users } from "./accounts";
import { brands, ofBrand } from "./brands";
import { id, moment, sha256, version } from "./columns";

/**
 * A published version: an immutable snapshot of everything in the bundle. A trigger of the migration refuses
 * changes.
 */
export const brandVersions = pgTable(
  "brand_versions",
  {
    brandId: ofBrand(),
    version: version("version").notNull(),
    snapshot: jsonb("snapshot").$type<BrandSnapshot>().notNull(),
    changed: text("changed", { enum: CHANGED_PARTS }).array().notNull(),
    note: text("note"),
    authorId: uuid("author_id").references(() => users.id),
    restoredFrom: version("restored_from"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "brand_versions_pkey", columns: [table.brandId, table.version] }),
    foreignKey({
      name: "brand_versions_restored_from_fkey",
      columns: [table.brandId, table.restoredFrom],
      foreignColumns: [table.brandId, table.version],
    }),
    index("brand_versions_maker_idx").on(table.authorId).where(sql`${table.version} = 1`),
    check("brand_versions_version_positive", sql`${table.version} >= 1`),
    check("brand_versions_restores_older", sql`${table.restoredFrom} < ${table.version}`),
  ],
);

/** Joins a brand with the version that is live. */
export const publishedVersion = and(
  eq(brandVersions.brandId, brands.id),
  eq(brandVersions.version, brands.identityVersion),
);

/**
 * What a version's address serves: canonical JSON, its SHA-256 and a signed proof. A trigger of the migration refuses
 * changes.
 */
export const versionRecords = pgTable(
  "version_records",
  {
    brandId: uuid("brand_id").notNull(),
    version: version("version").notNull(),
    content: text("content").notNull(),
    sha256: sha256("sha256").notNull(),
    proof: text("proof").notNull(),
  },
  (table) => [
    primaryKey({ name: "version_records_pkey", columns: [table.brandId, table.version] }),
    foreignKey({
      name: "version_records_version_fkey",
      columns: [table.brandId, table.version],
      foreignColumns: [brandVersions.brandId, brandVersions.version],
    }).onDelete("cascade"),
  ],
);

/** Public keys that signed versions, kept after their secret was rotated. */
export const signingKeys = pgTable("signing_keys", {
  id: text("id").primaryKey(),
  jwk: jsonb("jwk").$type<{ kty?: string; crv?: string; x?: string }>().notNull(),
  createdAt: moment("created_at").notNull(),
});

/** One editor's unpublished edits of a brand, based on a published version. */
export const drafts = pgTable(
  "drafts",
  {
    brandId: ofBrand(),
    userId: ofUser(),
    baseVersion: version("base_version").notNull(),
    document: jsonb("document").$type<BrandDocument>().notNull(),
    /** Increases with each save, so that a stale tab's save is refused. */
    revision: integer("revision").notNull(),
    updatedAt: moment("updated_at").notNull(),
    /** When the hub publishes the draft; null if not scheduled. */
    publishAt: moment("publish_at"),
    publishZone: text("publish_zone"),
    publishNote: text("publish_note"),
    /** The session that scheduled it, and whether it was strong; null for commands and earlier releases. */
    publishSid: uuid("publish_sid"),
    publishStrong: boolean("publish_strong"),
    /** When that session ended other than by sign-out, which voids the schedule. */
    publishRevokedAt: moment("publish_revoked_at"),
    /** The last failed scheduled publish and its reason; null once a person has handled it. */
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

/** Editors who have a brand's editing page open, one row each; expires soon after the last sign of life. */
export const draftPresences = pgTable(
  "draft_presences",
  {
    brandId: ofBrand(),
    userId: ofUser(),
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

/** A review of a draft, at most one per brand; deleted with the draft. */
export const reviews = pgTable(
  "reviews",
  {
    id: id(),
    brandId: uuid("brand_id").notNull(),
    authorId: uuid("author_id").notNull(),
    note: text("note"),
    requestedAt: moment("requested_at").notNull(),
  },
  (table) => [
    unique("reviews_brand_unique").on(table.brandId),
    foreignKey({
      name: "reviews_draft_fkey",
      columns: [table.brandId, table.authorId],
      foreignColumns: [drafts.brandId, drafts.userId],
    }).onDelete("cascade"),
  ],
);

/** A person in a review: whether they were invited, and their latest answer. */
export const reviewPeople = pgTable(
  "review_people",
  {
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: ofUser(),
    asked: boolean("asked").notNull(),
    answer: text("answer", { enum: ["approved", "changes_asked"] }),
    /** The revision that was answered: an approval counts for that one only. */
    revision: integer("revision"),
    answeredAt: moment("answered_at"),
  },
  (table) => [
    primaryKey({ name: "review_people_pkey", columns: [table.reviewId, table.userId] }),
    index("review_people_user_idx").on(table.userId),
    check("review_people_answer", sql`${table.answer} in ('approved', 'changes_asked')`),
    check(
      "review_people_answered",
      sql`(${table.answer} is null) = (${table.revision} is null) and (${table.answer} is null) = (${table.answeredAt} is null)`,
    ),
  ],
);

/** A comment in a review; comments on one field form a thread. */
export const reviewComments = pgTable(
  "review_comments",
  {
    id: id(),
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: ofUser(),
    /** A field of the document; null: the whole draft. */
    path: text("path"),
    text: text("text").notNull(),
    createdAt: moment("created_at").notNull(),
    editedAt: moment("edited_at"),
    resolvedAt: moment("resolved_at"),
  },
  (table) => [
    index("review_comments_review_idx").on(table.reviewId, table.createdAt),
    index("review_comments_user_idx").on(table.userId),
    check("review_comments_text", sql`length(${table.text}) between 1 and 2000`),
  ],
);

/** An upload of a brand, addressed by content. The file store has its bytes at `<brand_id>/<sha256>`. */
export const files = pgTable(
  "files",
  {
    id: id(),
    brandId: ofBrand(),
    sha256: sha256("sha256").notNull(),
    mime: text("mime").notNull(),
    bytes: integer("bytes").notNull(),
    /** Pixels; null if it isn't a picture. */
    width: integer("width"),
    height: integer("height"),
    uploadedBy: uuid("uploaded_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: moment("created_at").notNull(),
    /** When its last known use ended; null while a draft uses it, and before the first check. */
    unusedSince: moment("unused_since"),
    /** Next check for uses; null once a version uses it, because versions are permanent. */
    lookAt: moment("look_at").defaultNow(),
    /**
     * When it was removed as unused. No draft can use it any more; the row is deleted after the bytes, at `look_at`.
     */
    removedAt: moment("removed_at"),
  },
  (table) => [
    unique("files_brand_content_unique").on(table.brandId, table.sha256),
    index("files_look_idx").on(table.lookAt),
    check("files_sha256_form", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check("files_bytes_positive", sql`${table.bytes} > 0`),
  ],
);

/** Files of versions. Their address serves them to everyone who can read one of the brands. */
export const publishedFiles = pgTable(
  "published_files",
  {
    brandId: uuid("brand_id").notNull(),
    sha256: sha256("sha256").notNull(),
  },
  (table) => [
    primaryKey({ name: "published_files_pkey", columns: [table.sha256, table.brandId] }),
    foreignKey({
      name: "published_files_file_fkey",
      columns: [table.brandId, table.sha256],
      foreignColumns: [files.brandId, files.sha256],
    }).onDelete("cascade"),
  ],
);
