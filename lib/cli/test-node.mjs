// `npm run test:node -- 24` runs the units on that version of Node, fetched as an npm package; words after it choose among them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { fetchNode, isVersion } from "./fetch-node.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const [version = "", ...words] = process.argv.slice(2);
if (!isVersion(version)) fail("Use: npm run test:node -- <version of Node> [part of a path, or of a title]");

const { status } = spawnSync(await fetchNode(version), ["lib/cli/test.mjs", "--unit", ...words], { stdio: "inherit" });
process.exit(status ?? 1);
