// Plain JavaScript: runs before anything is installed.
// `npm test -- <path or words>` runs what they name (see `chooseTests`), and everything without them.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chooseTests, isBrowserTest } from "./choose-tests.mjs";
import { fail } from "./fail.mjs";
import { findChromium } from "./find-tools.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { build, install, requireNode } from "./prepare.mjs";

const OUTPUT = "tests/.output";
const UNIT_REPORT = `${OUTPUT}/vitest.json`;
const BROWSER_REPORT = `${OUTPUT}/playwright.json`;
const VITEST = ["node_modules/vitest/vitest.mjs", "--config", "tests/vitest.config.ts"];
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"];

/** How many browser tests of a run may pass only when they are tried again, each named with what failed; more of them fail the run. */
const MOST_UNSTEADY = 2;

/** What to run of one kind; no file means all of them. @typedef {{ files: string[], title: string | null }} Choice */

/** Runs a script in the open, and gives its exit code. @param {string[]} command @param {NodeJS.ProcessEnv} [env] */
function run(command, env) {
  const options = { stdio: "inherit", env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env } };
  const child = spawn(process.execPath, command, options);
  const stop = (signal) => child.kill(signal);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  return new Promise((done) => child.once("close", (code) => done(code ?? 1)));
}

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null);

/** @param {string} text */
const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** @param {Choice} choice */
const vitestArguments = ({ files, title }) => [...files, ...(title ? ["--testNamePattern", literally(title)] : [])];

/** @param {Choice} choice */
async function runUnitTests(choice) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${UNIT_REPORT}`];
  const code = await run([...VITEST, "--run", ...reporters, ...vitestArguments(choice)]);
  const report = readReport(UNIT_REPORT);
  const unloaded =
    report?.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0) ?? [];
  const failures = unloaded.map(({ name, message }) => `${relative(".", name)}: ${message}`);
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === "failed") failures.push(`${relative(".", name)} › ${fullName}: ${failureMessages.join("; ")}`);
  const passed = report?.numPassedTests ?? 0;
  return { passed, failed: code !== 0 && failures.length === 0 ? 1 : failures.length, failures, unsteady: [] };
}

/** The tests of Playwright's report that ended with this status, each with its first error. @returns {string[]} */
function endedAs(status, { suites = [], specs = [] }) {
  const those = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  const messageOf = ({ tests }) => tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message;
  return [
    ...those.map((spec) => `${spec.file}:${spec.line} › ${spec.title}: ${messageOf(spec) ?? "no message"}`),
    ...suites.flatMap((suite) => endedAs(status, suite)),
  ];
}

/** @param {Choice} choice */
async function runBrowserTests({ files, title }) {
  await oneAtATime(build);
  const env = { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(BROWSER_REPORT) };
  const only = [...files.map(literally), ...(title ? ["--grep", literally(title), "--pass-with-no-tests"] : [])];
  const code = await run([...PLAYWRIGHT, "--reporter=list,json", ...only], env);
  const report = readReport(BROWSER_REPORT);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const unsteady = endedAs("flaky", report ?? {});
  const tooMany = flaky > MOST_UNSTEADY;
  const failed = unexpected + (tooMany ? flaky : 0);
  const failures = [
    ...endedAs("unexpected", report ?? {}),
    ...(tooMany ? unsteady : []),
    ...(report?.errors ?? []).map(({ message }) => message),
  ];
  return {
    passed: expected + (tooMany ? 0 : flaky),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    failures,
    unsteady: tooMany ? [] : unsteady,
  };
}

function readArguments() {
  const flag = /** @type {const} */ ({ type: "boolean", default: false });
  try {
    return parseArgs({ allowPositionals: true, options: { unit: flag, browser: flag, watch: flag } });
  } catch (error) {
    return fail(`${error.message}\nUse: npm test -- <part of a path, or of a title>`);
  }
}

/** @param {string[]} words @returns {Choice} */
function choose(words) {
  if (words.length === 0) return { files: [], title: null };
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((file) => `tests/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(test|spec)\.ts$/.test(file));
  return (
    chooseTests(words, files, (file) => readFileSync(file, "utf8")) ??
    fail(`No test has "${words.join(" ")}" in its path or its title.`)
  );
}

requireNode();
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const { values: only, positionals: words } = readArguments();
const { files, title } = choose(words);
const browserFiles = files.filter((file) => isBrowserTest(file.replace(/:\d+$/, "")));
const unitFiles = files.filter((file) => !browserFiles.includes(file));
const units = (words.length === 0 || unitFiles.length > 0) && !only.browser;
const browser = (words.length === 0 || browserFiles.length > 0) && !only.unit && !only.watch;
if (!units && !browser) fail(`No such test has "${words.join(" ")}" in its path or its title.`);

await oneAtATime(install);
if (only.watch) process.exit(await run([...VITEST, "--watch", ...vitestArguments({ files: unitFiles, title })]));
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });

const results = [];
if (units) results.push(await runUnitTests({ files: unitFiles, title }));
if (browser) results.push(await runBrowserTests({ files: browserFiles, title }));
// Told once more at the end: a log that keeps only its last lines has lost the place where each failed.
for (const failure of results.flatMap(({ unsteady }) => unsteady))
  process.stdout.write(`\nFLAKY, passed when tried again: ${failure}\n`);
for (const failure of results.flatMap(({ failures }) => failures)) process.stdout.write(`\nFAIL ${failure}\n`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
if (sum("passed") + sum("failed") === 0) fail(`No test has "${words.join(" ")}" in its title.`);
process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
// No exit: it would cut what a slow reader has not read yet.
process.exitCode = sum("failed") === 0 ? 0 : 1;
