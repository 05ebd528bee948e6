// `npm run test:engines` runs the tests that need a PostgreSQL server on those beside the one that `npm test` takes.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const ENGINES = ["15", "pgbouncer"];
/** What is about one engine, or one driver, or the time limits of the tests' own pool says so itself. */
const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .map((file) => `tests/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".test.ts") && !/^tests\/(faults|db\/(drivers|engines|postgres))/.test(file))
  .filter((file) => readFileSync(file, "utf8").includes("createPostgresDatabase"));

const failed = ENGINES.filter((engine) => {
  process.stdout.write(`\nOn ${engine === "pgbouncer" ? "PostgreSQL 18 behind PgBouncer" : `PostgreSQL ${engine}`}\n`);
  const env = { ...process.env, TEST_ENGINE: engine };
  return spawnSync(process.execPath, ["lib/cli/test.mjs", ...files], { stdio: "inherit", env }).status !== 0;
});
process.exit(failed.length);
