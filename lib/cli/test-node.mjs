// `npm run test:node -- 24` runs the units on that version of Node, fetched as an npm package; words after it choose among them.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { install } from "./prepare.mjs";
import { runQuietly } from "./run-quietly.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const [version = "", ...words] = process.argv.slice(2);
if (!/^\d+(\.\d+)*$/.test(version)) fail("Use: npm run test:node -- <version of Node> [part of a path, or of a title]");

const platform = process.platform === "win32" ? "win" : process.platform;
const name = `node-${platform}-${process.arch}`;
const folder = `node_modules/.cache/node-${version}`;
const binary = `${folder}/node_modules/${name}/bin/${process.platform === "win32" ? "node.exe" : "node"}`;
// First, since it empties node_modules, where the other Node is kept.
await oneAtATime(install);
if (!existsSync(binary)) {
  const quietly = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  await runQuietly(`Fetching Node ${version}`, "npm", [
    "install",
    "--prefix",
    folder,
    ...quietly,
    `${name}@${version}`,
  ]);
}
const { status } = spawnSync(binary, ["lib/cli/test.mjs", "--unit", ...words], { stdio: "inherit" });
process.exit(status ?? 1);
