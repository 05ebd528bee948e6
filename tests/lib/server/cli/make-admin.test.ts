import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInWithPassword } from "@/lib/access/server";
import { ANONYMOUS, context } from "@/tests/support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "../../../support/postgres";

const PASSWORD = "a few plain words";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase({ empty: true });
});
afterAll(() => database.close());

/** Runs `npm run make-admin` like its script, on the database and without secrets. */
async function makeAdmin(
  options: string[],
  stdin: string,
  env: Record<string, string> = { DATABASE_URL: database.url },
) {
  const command = spawn(process.execPath, ["lib/server/cli/run.mjs", "make-admin", ...options], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
  });
  // A command that refuses before it reads closes the pipe.
  command.stdin.on("error", () => {}).end(stdin);
  const [output, complaint, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "exit"),
  ]);
  return { output, complaint, code };
}

describe("npm run make-admin", () => {
  it("on an empty PostgreSQL creates an administrator who can sign in", async () => {
    const first = await makeAdmin(["--email", "Ada@Example.com"], `${PASSWORD}\n`);
    expect(first).toEqual({ output: "ada@example.com is a hub administrator now.\n", complaint: "", code: 0 });
    const attempt = { email: "ada@example.com", password: PASSWORD };
    expect(await signInWithPassword(context(database.db, ANONYMOUS), attempt)).toMatchObject({ signedIn: true });
    expect(await database.db.query.users.findMany()).toMatchObject([{ email: "ada@example.com", hubAdmin: true }]);
  });

  it("reports that somebody is an administrator already", { tags: ["full"] }, async () => {
    await makeAdmin(["--email", "lise@example.com"], `${PASSWORD}\n`);
    const again = await makeAdmin(["--email", "lise@example.com"], "");
    expect(again).toEqual({ output: "lise@example.com is a hub administrator already.\n", complaint: "", code: 0 });
  });

  it("refuses a password among its options, and a short one", { tags: ["full"] }, async () => {
    const refusals = await Promise.all([
      makeAdmin(["--password", PASSWORD], ""),
      makeAdmin(["--email", "grace@example.com"], "short\n"),
    ]);
    expect(refusals).toMatchObject([
      { code: 1, output: "", complaint: expect.stringContaining("--password") },
      { code: 1, output: "", complaint: expect.stringContaining("at least 12 characters") },
    ]);
  });

  it("explains what is missing in one sentence, and exits with 1", { tags: ["full"] }, async () => {
    const refusals = await Promise.all([
      makeAdmin([], PASSWORD),
      makeAdmin(["--email", "grace@example.com"], PASSWORD, {}),
    ]);
    const sentences = [/^Use: npm run make-admin/, /^Set DATABASE_URL/];
    refusals.forEach(({ code, output, complaint }, index) => {
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(complaint).toMatch(sentences[index] as RegExp);
      expect(complaint).not.toMatch(/\n\s+at /);
    });
  });
});
