import { inspect } from "node:util";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "@/db/client";
import { constraintOf, sqlStateOf } from "@/db/errors";
import { observeStatements } from "@/db/observe-statements";
import { users } from "@/db/schema";
import { openTestDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

const database = openTestDatabase();
beforeAll(async () => {
  observeStatements(database.db);
});

const failing: Record<string, (db: Database) => Promise<unknown>> = {
  "a value that can't be stored": (db) =>
    db.update(users).set({ passwordHash: "a-leak\0" }).where(eq(users.email, "a-leak")),
  "a duplicate value": async (db) => {
    const [one, other] = [await createUser(db), await createUser(db)];
    await db.update(users).set({ email: "a-leak@example.com" }).where(eq(users.id, one.id));
    await db.update(users).set({ email: "a-leak@example.com" }).where(eq(users.id, other.id));
  },
};

it.each(Object.entries(failing))("keeps %s out of the error, however it is printed", async (what, fail) => {
  for (const run of [() => fail(database.db), () => database.db.transaction((tx) => fail(tx))]) {
    const error = await run().then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(String(error)).toContain('Failed query: update "users"');
    expect(inspect(error, { depth: null }) + JSON.stringify(error)).not.toContain("a-leak");
    expect(sqlStateOf(error)).toBe(what === "a duplicate value" ? "23505" : "22021");
    expect(constraintOf(error) !== null).toBe(what === "a duplicate value");
    await database.db.delete(users).where(eq(users.email, "a-leak@example.com"));
  }
});
