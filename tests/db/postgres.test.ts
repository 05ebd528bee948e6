import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "@/db/client";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

let one: PostgresDatabase;
let other: PostgresDatabase;
beforeAll(async () => {
  [one, other] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()]);
});
afterAll(() => Promise.all([one.close(), other.close()]));

it("is a PostgreSQL 18 in UTF-8", async () => {
  const [row] = await rowsOf<{ version: string; encoding: string; lower: string }>(
    one.db,
    sql`select current_setting('server_version') as version, current_setting('server_encoding') as encoding, lower('ÄÖ') as lower`,
  );
  expect(row?.version).toMatch(/^18\./);
  expect(row).toMatchObject({ encoding: "UTF8", lower: "äö" });
});

it("gives every caller a separate, migrated database", async () => {
  await one.db.execute(
    sql`insert into tools (slug, name, status, created_at) values ('mine', 'Mine', 'active', now())`,
  );
  const count = sql`select count(*)::int as count from tools`;
  expect(await rowsOf(one.db, count)).toEqual([{ count: 1 }]);
  expect(await rowsOf(other.db, count)).toEqual([{ count: 0 }]);
});
