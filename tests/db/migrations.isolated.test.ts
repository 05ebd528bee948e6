import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import * as schema from "@/db/schema";

const NARROWING = [
  /\bdrop\s+(table|column|type|schema|view)\b/i,
  /\brename\b/i,
  /\balter\s+column\b.*\b(type|set\s+not\s+null|drop\s+default)\b/is,
  /\badd\s+column\b(?!.*\b(default|generated)\b).*\bnot\s+null\b/is,
];
/** A later release drops what the previous one stopped using, and names the migration since which it is unused. */
const UNUSED = /^\s*-- unused since (\d{4}_\w+)$/m;

const MIGRATIONS = "db/migrations";
const readJson = (name: string) => JSON.parse(readFileSync(join(MIGRATIONS, "meta", name), "utf8"));
const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));

/** Statements that break the previous release (docs/adr/0018-expand-only-migrations.md). */
const narrowing = (sql: string): string[] =>
  sql
    .split("--> statement-breakpoint")
    .filter((statement) => NARROWING.some((pattern) => pattern.test(statement)))
    .filter((statement) => !files.includes(`${UNUSED.exec(statement)?.[1]}.sql`));

/**
 * Written by a migration with a drop: the migration since which the dropped part is unused. Older releases then refuse
 * to start.
 */
const LEAST = /insert into "?drizzle"?\."?hub_least_version"?.*values \((\d+)\)/is;
const journal: { entries: { tag: string; when: number }[] } = readJson("_journal.json");
const whenOf = (tag?: string): number =>
  journal.entries.find((entry) => entry.tag === tag)?.when ?? Number.POSITIVE_INFINITY;

/** True if a migration drops something but still lets releases start that use it. */
function forgetsLeast(sql: string): boolean {
  const unused = [...sql.matchAll(new RegExp(UNUSED, "gm"))].map(([, tag]) => whenOf(tag));
  return unused.length > 0 && Number(LEAST.exec(sql)?.[1] ?? 0) < Math.max(...unused);
}

describe("migrations", () => {
  it.each(files)("%s states since when its drops are unused, so no release that uses them starts", (file) => {
    expect(forgetsLeast(readFileSync(join(MIGRATIONS, file), "utf8"))).toBe(false);
  });

  it("is refused for a drop without it, or with too low a version", () => {
    const drop = '-- unused since 0000_baseline\nALTER TABLE "users" DROP COLUMN "old";';
    const raise = (when: number) =>
      `${drop}--> statement-breakpoint\nINSERT INTO drizzle.hub_least_version VALUES (${when});`;
    expect(forgetsLeast(drop)).toBe(true);
    expect(forgetsLeast(raise(whenOf("0000_baseline") - 1))).toBe(true);
    expect(forgetsLeast(raise(whenOf("0000_baseline")))).toBe(false);
  });

  it("begin with a baseline dated like the last migration it replaces, so such a database is up to date", () =>
    expect(journal.entries[0]).toMatchObject({ tag: "0000_baseline", when: 1_795_722_552_083 }));

  it("match the schema, with only the newest snapshot", async () => {
    const [newest = "", ...others] = readdirSync(join(MIGRATIONS, "meta")).filter((name) => /snapshot/.test(name));
    expect(others).toEqual([]);
    expect(newest).toBe(`${journal.entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`);
    expect(await generateMigration(readJson(newest), generateDrizzleJson(schema))).toEqual([]);
  });

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
  ])("is refused for %s", (statement) => expect(narrowing(statement)).toEqual([statement]));

  it.each([
    'ALTER TABLE "brands" ADD COLUMN "motto" text;',
    `ALTER TABLE "brands" ADD COLUMN "motto" text DEFAULT '' NOT NULL;`,
    'DROP INDEX "deliveries_due_at_idx";',
    '-- unused since 0000_baseline\nALTER TABLE "users" DROP COLUMN "old";',
  ])("can contain %s", (statement) => expect(narrowing(statement)).toEqual([]));
});
