// Plain JavaScript: runs before anything is installed. Runs all checks in parallel and prints each one's output at
// the end.
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install, requireNode } from "../../lib/server/cli/prepare.mjs";

const node = (script, ...args) => [process.execPath, [script, ...args]];
const CHECKS = {
  types: node("node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json"),
  "lint and format": node("node_modules/@biomejs/biome/bin/biome", "check"),
  "import table": node(
    "node_modules/vitest/vitest.mjs",
    "--run",
    "--config",
    "tests/vitest.config.ts",
    "tests/architecture",
  ),
  "unused code": node("node_modules/knip/bin/knip.js"),
};

/** @returns {Promise<boolean>} whether it passed */
function check(name, [command, args]) {
  const startedMs = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said = [];
  child.stdout.on("data", (chunk) => said.push(chunk));
  child.stderr.on("data", (chunk) => said.push(chunk));
  return new Promise((done) =>
    child.once("close", (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      done(code === 0);
    }),
  );
}

requireNode();
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
await install();
// tsc reads the generated route types.
const [command, args] = node("node_modules/next/dist/bin/next", "typegen");
const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
if (status !== 0) {
  process.stderr.write(stderr);
  process.exit(1);
}
const found = await Promise.all(Object.entries(CHECKS).map(([name, one]) => check(name, one)));
// `process.exit` would drop output that isn't read yet.
process.exitCode = found.every(Boolean) ? 0 : 1;
