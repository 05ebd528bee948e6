// `npm run test:full` runs every test and proof part by part and prints each part's time. `npm run test:full --
// faults image` runs these parts.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "../../lib/server/cli/fail.mjs";
import { install } from "../../lib/server/cli/prepare.mjs";
import { isBrowserTest, testFiles } from "./choose-tests.mjs";
import { installNode, nodeOfImage } from "./install-tools.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
await install();

/** @param {string[]} command @param {NodeJS.ProcessEnv} [env] @param {string} [node] */
function run(command, env = {}, node = process.execPath) {
  return spawnSync(node, command, { stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}
const TEST = "tests/run/test.mjs";
const full = (...args) => [TEST, "--full", ...args];

const units = testFiles().filter((file) => !isBrowserTest(file) && !file.startsWith("tests/faults/"));
/** Tests that run on a PostgreSQL server, without those that are about one engine or choose theirs. */
const engineTests = units
  .filter((file) => !/^tests\/db\/(drivers|engines|postgres)/.test(file))
  .filter((file) => readFileSync(file, "utf8").includes("createPostgresDatabase"));
/** Without tests of what a pooler hides: statements' plans, lost connections, the server's own words and advice. */
const poolerTests = engineTests.filter(
  (file) => !/^tests\/(db\/(hot-path|explain)|lib\/server\/(doctor|cli\/tools))/.test(file),
);

const PARTS = {
  units: () => run(full(...units)),
  // One file at a time: a fault would slow down parallel tests.
  faults: () => run(full("--unit", "tests/faults/"), { VITEST_MAX_WORKERS: "1" }),
  browser: () => run(full("--browser")),
  node: async () => run([TEST, "--unit"], {}, await installNode(nodeOfImage())),
  engines: () =>
    run([TEST, ...engineTests], { TEST_ENGINE: "15" }) && run([TEST, ...poolerTests], { TEST_ENGINE: "pgbouncer" }),
  image: () => run(["--import", "tsx", "tests/image/prove.ts"]),
  soak: () => run(["--import", "tsx", "tests/soak/main.ts", "--minutes", "5"]),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in PARTS));
if (unknown) fail(`There is no part "${unknown}". Use: npm run test:full -- ${Object.keys(PARTS).join(" ")}`);

const lines = [];
let failed = 0;
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n=== ${name}\n`);
  const startedMs = performance.now();
  const passed = await part();
  if (!passed) failed += 1;
  lines.push(`${passed ? "ok  " : "FAIL"} ${name.padEnd(8)} ${Math.round((performance.now() - startedMs) / 1000)} s`);
}
process.stdout.write(`\n${lines.join("\n")}\n${lines.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
