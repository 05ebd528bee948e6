import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { explainDatabaseError } from "@/db/explain-database-error";
import { createPostgresDatabase } from "../support/postgres";

const failed = (cause: object) =>
  Object.assign(new Error("Failed query: select 1"), { query: "select 1", params: [], cause });
const because = (fields: object) => Object.assign(new Error("what the driver says"), fields);

it.each([
  [
    { code: "ECONNREFUSED", address: "10.0.0.5", port: 5432 },
    /^No database server answers at 10\.0\.0\.5:5432\. Start it/,
  ],
  [
    { code: "ENOTFOUND", hostname: "db.example.com" },
    /^The database server's host db\.example\.com can't be resolved\./,
  ],
  [{ code: "ETIMEDOUT" }, /^The database server doesn't answer\./],
  [{ message: "timeout expired" }, /^The database server doesn't answer\./],
  [{ code: "28P01" }, /refuses the sign-in: what the driver says\. Check/],
  [{ code: "3D000" }, /^The database server says: what the driver says\. Create it/],
  [{ code: "42P01" }, /^The database is not migrated yet\./],
  [{ code: "SELF_SIGNED_CERT_IN_CHAIN" }, /certificate is not trusted .* NODE_EXTRA_CA_CERTS/],
])("explains a failed statement: %o", (fields, sentence) => {
  expect(explainDatabaseError(failed(because(fields)))).toMatch(sentence);
});

it("explains a host with several addresses by its first one", () => {
  const refused = (address: string) => because({ code: "ECONNREFUSED", address, port: 5432 });
  expect(explainDatabaseError(failed(new AggregateError([refused("::1"), refused("127.0.0.1")])))).toContain(
    "::1:5432",
  );
});

it("doesn't explain other services' refusals or wrong statements", () => {
  expect(explainDatabaseError(because({ code: "ECONNREFUSED", address: "10.0.0.6", port: 25 }))).toBeNull();
  expect(explainDatabaseError(failed(because({ code: "42601" })))).toBeNull();
});

it("explains a missing database in the server's own words", async () => {
  const { url, close } = await createPostgresDatabase({ empty: true });
  const missing = new URL(url);
  missing.pathname = "/no_such_database";
  const opened = await openDatabase({ driver: "pg", url: missing.href });
  const error = await opened.db.execute(sql`select 1`).catch((cause: unknown) => cause);
  expect(explainDatabaseError(error)).toBe(
    `The database server says: database "no_such_database" does not exist. Create it, or correct its name in the database URL.`,
  );
  await opened.close();
  await close();
});
