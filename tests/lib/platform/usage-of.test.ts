import { afterEach, expect, it } from "vitest";
import { usageOf } from "@/lib/platform/usage-of";

const [, script = ""] = process.argv;
afterEach(() => {
  process.argv[1] = script;
});

it.each([
  ["/src/lib/server/cli/run.mjs", "npm run backup -- --to x", "npm run db:migrate", "npm run --silent mails"],
  ["/src/.next/standalone/server.js", "npm run backup -- --to x", "npm run db:migrate", "npm run --silent mails"],
  ["/app/server.js", "node server.js backup --to x", "node server.js migrate", "node server.js mails"],
])("shows how to call a command in %s", (path, ...expected) => {
  process.argv[1] = path;
  expect([usageOf("backup", "--to x"), usageOf("migrate"), usageOf("mails")]).toEqual(expected);
});
