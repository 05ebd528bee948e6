import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const NARROWING = [
  /\bdrop\s+(table|column|type|schema|view)\b/i,
  /\brename\b/i,
  /\balter\s+column\b.*\b(type|set\s+not\s+null|drop\s+default)\b/is,
  /\badd\s+column\b(?!.*\b(default|generated)\b).*\bnot\s+null\b/is,
];
/** A later release drops what the one before it no longer used, and says since which migration. */
const UNUSED = /^\s*-- unused since (\d{4}_\w+)$/m;

const MIGRATIONS = "db/migrations";
const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));

/** Statements that the release before this one could not live with (docs/adr/0018-expand-only-migrations.md). */
const narrowing = (sql: string): string[] =>
  sql
    .split("--> statement-breakpoint")
    .filter((statement) => NARROWING.some((pattern) => pattern.test(statement)))
    .filter((statement) => !files.includes(`${UNUSED.exec(statement)?.[1]}.sql`));

describe("migrations", () => {
  it("are there to be read", () => expect(files).toContain("0000_init.sql"));

  it.each(files)("%s only expands", (file) => {
    expect(narrowing(readFileSync(join(MIGRATIONS, file), "utf8"))).toEqual([]);
  });

  it.each([
    'DROP TABLE "events";',
    'ALTER TABLE "brands" DROP COLUMN "name";',
    'ALTER TABLE "brands" RENAME COLUMN "name" TO "title";',
    'ALTER TABLE "brands" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "brands"\n  ALTER COLUMN "name" SET DATA TYPE integer;',
    'ALTER TABLE "brands" ADD COLUMN "motto" text NOT NULL;',
    '-- unused since 9999_nothing\nDROP TABLE "events";',
  ])("would be refused for %s", (statement) => expect(narrowing(statement)).toEqual([statement]));

  it.each([
    'ALTER TABLE "brands" ADD COLUMN "motto" text;',
    `ALTER TABLE "brands" ADD COLUMN "motto" text DEFAULT '' NOT NULL;`,
    'DROP INDEX "deliveries_due_at_idx";',
    '-- unused since 0003_email_verified\nALTER TABLE "users" DROP COLUMN "old";',
  ])("may say %s", (statement) => expect(narrowing(statement)).toEqual([]));
});
