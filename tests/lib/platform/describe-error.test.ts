import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "@/db/schema";
import { describeError, explainError } from "@/lib/platform/log";
import { openTestDatabase } from "../../support/database";

const database = openTestDatabase();

const SECRET = "what nobody\n    may read";

describe("describeError", () => {
  it("keeps a failed query's text, code and stack, without parameters", async () => {
    const error = await database.db
      .update(users)
      .set({ passwordHash: `${SECRET}\u0000` })
      .where(eq(users.email, SECRET))
      .catch((caught: unknown) => caught);
    expect(String((error as Error).message)).toContain(SECRET);

    const described = describeError(error);
    expect(described?.message).toContain('update "users" set "password_hash"');
    expect(described?.cause?.code).toBe("22021");
    expect(described?.stack).toMatch(/\n\s+at /);
    expect(JSON.stringify(described)).not.toContain("nobody");
    expect(JSON.stringify(described)).not.toContain("may read");
    const explained = explainError(new Error("no link for postgres://hub:pass-word@db/hub", { cause: error }));
    expect(explained).toMatch(/^Error: no link for postgres:\/\/hub:\[secret\]@db\/hub\n\s+at /);
    expect(explained.split("\nCaused by: ").map((stack) => stack.split(":", 1)[0])).toHaveLength(3);
    expect(explained).not.toMatch(/nobody|may read/);
  });

  it("keeps the causes of an error, also if they form a cycle", () => {
    const ring: Error = new Error("first");
    ring.cause = new TypeError("second", { cause: ring });
    expect(describeError(ring)).toMatchObject({ message: "first", cause: { type: "TypeError", message: "second" } });
  });

  it("returns undefined for a value that isn't an error", () => {
    expect(describeError("secret")).toBeUndefined();
    expect(explainError("a word")).toBe("a word");
  });
});
