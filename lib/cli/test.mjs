// Plain JavaScript: runs before anything is installed. `npm test`; file names after `--` run those tests alone.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium, requireRedis } from "./find-tools.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { build, install, requireNode } from "./prepare.mjs";

const OUTPUT = "tests/.output";
const UNIT_REPORT = `${OUTPUT}/vitest.json`;
const BROWSER_REPORT = `${OUTPUT}/playwright.json`;
const BROWSER_CONFIG = "tests/e2e/playwright.config.ts";

/** Runs a test runner in the open, and gives its exit code. @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env */
function run(script, args, env) {
  const options = { stdio: "inherit", env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env } };
  const child = spawn(process.execPath, [script, ...args], options);
  const stop = (signal) => child.kill(signal);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return new Promise((done) => child.once("close", (code) => done(code ?? 1)));
}

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null);

/** @param {string[]} only */
async function runUnitTests(only) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${UNIT_REPORT}`];
  const code = await run("node_modules/vitest/vitest.mjs", [
    "run",
    "--config",
    "tests/vitest.config.ts",
    ...reporters,
    ...only,
  ]);
  const report = readReport(UNIT_REPORT);
  const unloaded =
    report?.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0) ?? [];
  const failures = unloaded.map(({ name, message }) => `${relative(".", name)}: ${message}`);
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === "failed") failures.push(`${relative(".", name)} › ${fullName}: ${failureMessages.join("; ")}`);
  const passed = report?.numPassedTests ?? 0;
  return { passed, failed: code !== 0 && failures.length === 0 ? 1 : failures.length, failures };
}

async function runBrowserTests() {
  const env = { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(BROWSER_REPORT) };
  const args = ["test", "--config", BROWSER_CONFIG, "--reporter=list,json"];
  const code = await run("node_modules/@playwright/test/cli.js", args, env);
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(BROWSER_REPORT)?.stats ?? {};
  const failed = unexpected + flaky;
  return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed, failures: [] };
}

requireNode();
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const only = process.argv.slice(2);
await oneAtATime(async () => {
  await install();
  if (only.length === 0) await build();
});
await requireRedis();
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });

const results = [await runUnitTests(only)];
if (only.length === 0) results.push(await runBrowserTests());
// Playwright tells its failures last; the units' stand pages above, where a log that keeps only its end has lost them.
for (const failure of results.flatMap(({ failures }) => failures)) process.stdout.write(`\nFAIL ${failure}\n`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
process.exit(sum("failed") === 0 ? 0 : 1);
