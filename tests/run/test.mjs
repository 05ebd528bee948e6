// Plain JavaScript: runs before anything is installed. `npm test` runs the quick tests, `npm test -- <part of a path
// or title>` the matching ones, `--full` every test in full.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fail } from "../../lib/server/cli/fail.mjs";
import { build, install, requireNode } from "../../lib/server/cli/prepare.mjs";
import { chooseTests, isBrowserTest, testFiles } from "./choose-tests.mjs";
import { requireChromium } from "./find-tools.mjs";

const OUTPUT = "tests/.output";
const UNIT_REPORT = `${OUTPUT}/vitest.json`;
const BROWSER_REPORT = `${OUTPUT}/playwright.json`;
const VITEST = ["node_modules/vitest/vitest.mjs", "--config", "tests/vitest.config.ts"];
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"];

/** @typedef {{ passed: number, failures: string[] }} Outcome */

/** Linux's folder in memory. Containers often make it small or `noexec`. */
const MEMORY = "/dev/shm";
const USABLE = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m;
const ROOM = 3 * 2 ** 30;

const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * Runs a script with visible output and returns its exit code.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(command, env) {
  const options = { stdio: "inherit", env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env } };
  const child = spawn(process.execPath, command, options);
  const stop = (signal) => child.kill(signal);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return new Promise((done) => child.once("close", (code) => done(code ?? 1)));
}

/** Removed at the end. In memory if possible, because some disks take 20 times as long to create a test database. */
function makeTemporaryFolder() {
  const isUsable = existsSync(MEMORY) && USABLE.test(readFileSync("/proc/mounts", "utf8"));
  const { bavail, bsize } = statfsSync(isUsable ? MEMORY : tmpdir());
  const folder = mkdtempSync(join(isUsable && bavail * bsize >= ROOM ? MEMORY : tmpdir(), "hub-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o711);
  return folder;
}

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});

/** @param {string[]} args @returns {Promise<Outcome>} */
async function runUnitTests(args) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${UNIT_REPORT}`];
  const code = await run([...VITEST, "--run", ...reporters, ...args]);
  const { testResults = [], numPassedTests = 0 } = readReport(UNIT_REPORT);
  const failures = [];
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(".", name);
    if (status === "failed" && assertionResults.length === 0) failures.push(`${file}: ${message}`);
    for (const test of assertionResults.filter((result) => result.status === "failed"))
      failures.push(`${file} › ${test.fullName}: ${test.failureMessages.join("; ")}`);
  }
  if (code !== 0 && failures.length === 0) failures.push(`vitest ended with ${code}`);
  return { passed: numPassedTests, failures };
}

/**
 * Failed tests of Playwright's report, each with its first error.
 * @returns {string[]}
 */
function browserFailures({ suites = [], specs = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected"));
  const messageOf = ({ tests }) => tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message;
  return [
    ...failed.map((spec) => `${spec.file}:${spec.line} › ${spec.title}: ${messageOf(spec) ?? "no message"}`),
    ...suites.flatMap(browserFailures),
  ];
}

/** @param {string[]} args @returns {Promise<Outcome>} */
async function runBrowserTests(args) {
  await build();
  const env = { CHROMIUM_PATH: await requireChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(BROWSER_REPORT) };
  const code = await run([...PLAYWRIGHT, "--reporter=list,json", ...args], env);
  const report = readReport(BROWSER_REPORT);
  const failures = [...browserFailures(report), ...(report.errors ?? []).map(({ message }) => message)];
  if (code !== 0 && failures.length === 0) failures.push(`Playwright ended with ${code}`);
  return { passed: report.stats?.expected ?? 0, failures };
}

function readArguments() {
  const flag = /** @type {const} */ ({ type: "boolean", default: false });
  const options = { unit: flag, browser: flag, watch: flag, full: flag };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(`${error.message}\nUse: npm test -- <part of a path, or of a title>`);
  }
}

requireNode();
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { values: only, positionals: words } = readArguments();
const { files, title } = chooseTests(words, testFiles(), (file) => readFileSync(file, "utf8"));
if (files.length === 0) fail(`No test has "${words.join(" ")}" in its path or its title.`);
const everything = words.length === 0;
const browserFiles = everything ? [] : files.filter(isBrowserTest);
const unitFiles = everything ? [] : files.filter((file) => !isBrowserTest(file));
const quick = everything && !only.full;
if (only.full) process.env.TEST_FORM = "full";

await install();
if (only.watch) process.exit(await run([...VITEST, "--watch", "--changed", ...unitFiles]));
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
process.env.TMPDIR = makeTemporaryFolder();

// Before the unit tests: some start the built hub and would block both workers while waiting for it.
if (everything) await build();
/** @type {Outcome[]} */
const outcomes = [];
if (!only.browser && (everything || unitFiles.length > 0)) {
  const named = title ? ["--testNamePattern", literally(title), "--passWithNoTests"] : [];
  outcomes.push(await runUnitTests([...unitFiles, ...named, ...(quick ? ["--tags-filter=!full"] : [])]));
}
if (!only.unit && (everything || browserFiles.length > 0)) {
  const named = title ? ["--grep", literally(title), "--pass-with-no-tests"] : [];
  const filter = quick ? ["--grep-invert", "@full"] : [];
  outcomes.push(await runBrowserTests([...browserFiles.map(literally), ...named, ...filter]));
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (passed + failures.length === 0) fail(`No test has "${words.join(" ")}" in its path or its title.`);
// Repeated at the end, for logs that keep only their last lines.
for (const failure of failures) process.stdout.write(`\nFAIL ${failure}\n`);
if (quick) process.stdout.write("\nnpm run test:full runs the slow tests too.\n");
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
// `process.exit` would drop output that isn't read yet.
process.exitCode = failures.length === 0 ? 0 : 1;
