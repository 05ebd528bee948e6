import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "@/tests/support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "../../../support/postgres";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

/** Runs a command like its npm script, on the database and without secrets. */
async function run(name: string, ...options: string[]) {
  const command = spawn(process.execPath, ["lib/server/cli/run.mjs", name, ...options], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: database.url },
  });
  const [output, complaint, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, "exit"),
  ]);
  return { output, complaint, code };
}

describe("the operator's commands for a person's data", () => {
  it("print a copy of it, delete the account, and then know nobody", { tags: ["full"] }, async () => {
    const { id, email } = await createUser(database.db, { name: "Ada" });
    const copy = await run("export-person", "--email", email);
    expect({ ...copy, output: JSON.parse(copy.output) }).toMatchObject({
      output: { format: "brand-identity-hub/person", account: { id, email } },
      ...{ complaint: "", code: 0 },
    });
    const erased = await run("erase-person", "--email", email);
    expect(erased).toMatchObject({ output: expect.stringMatching(/Deleted member \d+\.\n$/), complaint: "", code: 0 });
    expect(await run("export-person", "--email", email)).toEqual({
      output: "",
      complaint: "This person doesn’t exist.\n",
      code: 1,
    });
  });

  it("print their usage", { tags: ["full"] }, async () => {
    expect(await run("erase-person")).toMatchObject({ code: 1, complaint: expect.stringMatching(/^Use: npm run/) });
    expect(await run("export-person", "--all")).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/Use: npm/),
    });
  });
});
