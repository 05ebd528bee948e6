import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { constraintOf, refusingUnstorable, sqlStateOf } from "@/db/errors";
import { tools } from "@/db/schema";
import { BadRequest } from "@/lib/platform/errors";
import { createTestDatabase } from "@/tests/support/database";
import { createTool, NOW } from "@/tests/support/fixtures";
import { createPostgresDatabase } from "@/tests/support/postgres";

describe.each([
  ["embedded", () => createTestDatabase()],
  ["server", () => createPostgresDatabase()],
] as const)("on the %s database", (_name, open) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

  it("reports the SQLSTATE and constraint of a refused row", async () => {
    const { slug } = await createTool(database.db);
    const error = await failure(
      database.db.insert(tools).values({ slug, name: "x", status: "active", createdAt: NOW }),
    );
    expect(sqlStateOf(error)).toBe("23505");
    expect(constraintOf(error)).toBe("tools_pkey");
  });

  it.each([
    ["a NUL in text", sql`select ${"a\0b"}::text`],
    ["a NUL in JSON", sql`select ${'"\\u0000"'}::jsonb`],
    ["a lone surrogate in JSON", sql`select ${'"\\ud800"'}::jsonb`],
    ["a year out of range", sql`select ${"300000-01-01"}::timestamptz`],
  ])("reports %s as the sender's mistake and keeps the cause", async (_title, query) => {
    const error = await failure(refusingUnstorable(async () => database.db.execute(query)));
    expect(error).toBeInstanceOf(BadRequest);
    expect(sqlStateOf(error)).toMatch(/^(22|54)/);
  });

  it("leaves every other error unchanged", async () => {
    const error = await failure(refusingUnstorable(async () => database.db.execute(sql`select * from nowhere`)));
    expect(error).not.toBeInstanceOf(BadRequest);
    expect(sqlStateOf(error)).toBe("42P01");
    expect(constraintOf(error)).toBeNull();
    expect(sqlStateOf(new Error("ours"))).toBeNull();
  });
});

it("reports JSON that is too deep for the server as the sender's mistake", async () => {
  // Not on the embedded database, which doesn't check its stack depth and would hang. The contract's limit of 32 levels
  // protects it.
  const { db, close } = await createPostgresDatabase();
  const deep = sql`select ${"[".repeat(20_000) + "]".repeat(20_000)}::jsonb`;
  const error = await refusingUnstorable(async () => db.execute(deep)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadRequest);
  expect(sqlStateOf(error)).toBe("54001");
  await close();
});
