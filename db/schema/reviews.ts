import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { drafts } from "./drafts";
import { users } from "./users";

/** That somebody asks others to look at their draft, one of a brand at a time; gone with the draft, whoever takes that away. */
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

/** One person in a review: whether they were asked by name, and what they last answered. */
export const reviewPeople = pgTable(
  "review_people",
  {
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    asked: boolean("asked").notNull(),
    answer: text("answer", { enum: ["approved", "changes_asked"] }),
    /** The revision of the draft that was answered: an approval is of that one alone. */
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

/** What somebody said in a review; the comments on one field are its thread. */
export const reviewComments = pgTable(
  "review_comments",
  {
    id: id(),
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The field of the document; null: the draft as a whole. */
    path: text("path"),
    text: text("text").notNull(),
    createdAt: moment("created_at").notNull(),
    editedAt: moment("edited_at"),
    /** A thread is resolved while each of its comments is. */
    resolvedAt: moment("resolved_at"),
  },
  (table) => [
    index("review_comments_review_idx").on(table.reviewId, table.createdAt),
    index("review_comments_user_idx").on(table.userId),
    check("review_comments_text", sql`length(${table.text}) between 1 and 2000`),
  ],
);
